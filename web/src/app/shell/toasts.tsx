import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Toaster, toast } from 'sonner';
import { toastsAreReady } from '../../lib/notify.tsx';
import { useMedia } from '../../lib/use-media.ts';
import { useTheme } from '../../lib/use-theme.ts';

/** The region that shows toasts; loaded with the first one. */
export function Toasts() {
  const { t } = useLingui();
  const theme = useTheme();
  const isPhone = useMedia('(width < 600px)');
  // Runs after the region's own effects, so the region already listens.
  useEffect(() => toastsAreReady(toast), []);
  return (
    <Toaster
      theme={theme}
      // In a corner without buttons, above the bar at the bottom of the checkout.
      position={isPhone ? 'bottom-center' : 'bottom-right'}
      offset={{ bottom: 92, right: 20 }}
      mobileOffset={{ bottom: 88 }}
      closeButton
      containerAriaLabel={t`Notifications`}
      toastOptions={{ closeButtonAriaLabel: t`Dismiss notification` }}
      visibleToasts={4}
    />
  );
}
