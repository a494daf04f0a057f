import { CSPProvider } from '@base-ui/react/csp-provider';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { lazyPart } from '../lib/lazy.tsx';
import { toastsAreWanted } from '../lib/notify.tsx';
import { useStore } from '../lib/use-store.ts';
import type { createAppRouter } from './router.tsx';

/** Milliseconds from the start until the code of toasts is preloaded. */
const toastsRest = 5000;

const Toasts = lazyPart(() => import('./shell/toasts.tsx').then((module) => module.Toasts));

interface ProvidersProps {
  router: ReturnType<typeof createAppRouter>;
  queryClient: QueryClient;
}

export function Providers({ router, queryClient }: ProvidersProps) {
  const toasts = useStore(toastsAreWanted);
  // Preloaded, because a toast about a lost connection must not need the connection.
  useEffect(() => {
    const timer = setTimeout(() => Toasts.preload().catch(() => {}), toastsRest);
    return () => clearTimeout(timer);
  }, []);
  return (
    <I18nProvider i18n={i18n}>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Suspense>{toasts && <Toasts />}</Suspense>
        </QueryClientProvider>
      </CSPProvider>
    </I18nProvider>
  );
}
