import type { QueryClient } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { watchConnection } from '../lib/connection.ts';
import { announceStart } from '../lib/early-presses.ts';
import { startLocale } from '../lib/locale.ts';
import { followOtherTabs } from '../lib/other-tabs.ts';
import { preloaded } from '../lib/preloaded.ts';
import { createQueryClient, readAgainWhenConnected } from '../lib/query-client.ts';
import { onForbidden, watchSession } from '../lib/session.ts';
import { watchTheme } from '../lib/theme.ts';
import { loadOperatorParts } from './operators/load-parts.ts';
import { paths } from './paths.ts';
import { Providers } from './providers.tsx';
import { createAppRouter } from './router.tsx';

const catalogs = {
  en: () => import('../locales/app/en.po'),
  fr: () => import('../locales/app/fr.po'),
};

/** Waits for the styles. The document only preloads them, so that its skeleton can be painted without them. */
async function applyStyles(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('#app-styles[rel=preload]');
  if (!link) return;
  await new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve(), { once: true });
    link.addEventListener('error', () => reject(new Error('the styles could not be loaded')), { once: true });
    link.rel = 'stylesheet';
  });
}

async function startRouter(queryClient: QueryClient) {
  await loadOperatorParts(location.pathname);
  const router = createAppRouter(queryClient);
  onForbidden(() => void router.navigate({ to: paths.forbidden }));
  await router.load();
  return router;
}

async function start(): Promise<void> {
  const queryClient = createQueryClient();
  watchTheme();
  watchSession();
  watchConnection();
  readAgainWhenConnected(queryClient);
  followOtherTabs(queryClient);
  const words = startLocale(preloaded().locale, (locale) => catalogs[locale]());
  const [router] = await Promise.all([startRouter(queryClient), words, applyStyles()]);
  const root = document.getElementById('root');
  if (!root) throw new Error('the document has no #root');
  announceStart();
  createRoot(root).render(<Providers router={router} queryClient={queryClient} />);
}

void start().catch((error: unknown) => {
  console.error(error);
  const failure = document.getElementById('load-failure');
  if (failure) failure.hidden = false;
});
