import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Toaster, toast } from 'sonner';
import { toastsAreReady } from '../../lib/notify.tsx';
import { useTheme } from '../../lib/use-theme.ts';

/** The region that shows toasts; loaded with the first one. */
export function Toasts() {
  const { t } = useLingui();
  const theme = useTheme();
  // Runs after the region's own effects, so that it already listens.
  useEffect(() => toastsAreReady(toast), []);
  return (
    <Toaster
      theme={theme}
      position="top-center"
      // At the top: the buttons that lead on stand at the bottom of dialogs, and a toast under the pointer stays.
      offset={{ top: 20 }}
      mobileOffset={{ top: 12 }}
      closeButton
      containerAriaLabel={t`Notifications`}
      toastOptions={{ closeButtonAriaLabel: t`Dismiss notification` }}
      visibleToasts={4}
    />
  );
}
