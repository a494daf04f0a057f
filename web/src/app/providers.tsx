import { CSPProvider } from '@base-ui/react/csp-provider';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Toaster } from 'sonner';
import { useTheme } from '../lib/use-theme.ts';
import type { createAppRouter } from './router.tsx';
import { useToastLabels } from './shell/toast-labels.ts';

interface ProvidersProps {
  router: ReturnType<typeof createAppRouter>;
  queryClient: QueryClient;
}

export function Providers({ router, queryClient }: ProvidersProps) {
  return (
    <I18nProvider i18n={i18n}>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Toasts />
        </QueryClientProvider>
      </CSPProvider>
    </I18nProvider>
  );
}

function Toasts() {
  const theme = useTheme();
  const { region, close } = useToastLabels();
  return (
    <Toaster
      theme={theme}
      position="bottom-right"
      // Above the button that leads back to the top.
      offset={{ bottom: 72, right: 20 }}
      mobileOffset={{ bottom: 72 }}
      closeButton
      containerAriaLabel={region}
      toastOptions={{ closeButtonAriaLabel: close }}
      visibleToasts={4}
    />
  );
}
