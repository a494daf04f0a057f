import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { wantedReturnUrl } from '../features/session/api/sign-in.ts';
import { SignInPage } from '../features/session/components/sign-in-page.tsx';
import { startLocale } from '../lib/locale.ts';
import { preloaded } from '../lib/preloaded.ts';
import { safeReturnUrl, watchForSignIn } from '../lib/session.ts';
import { watchTheme } from '../lib/theme.ts';

const catalogs = {
  en: () => import('../locales/sign-in/en.po'),
  fr: () => import('../locales/sign-in/fr.po'),
};

await startLocale(preloaded().locale, (locale) => catalogs[locale]());
const root = document.getElementById('root');
if (!root) throw new Error('the document has no #root');
const page = (
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <SignInPage />
    </I18nProvider>
  </StrictMode>
);
// The development server sends no prerendered markup.
if (root.childElementCount > 0) hydrateRoot(root, page);
else createRoot(root).render(page);
Object.assign(window, { porticoStarted: true });
watchTheme();
watchForSignIn(() => location.replace(safeReturnUrl(wantedReturnUrl())));
