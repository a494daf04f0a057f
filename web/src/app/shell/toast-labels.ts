import { useLingui } from '@lingui/react/macro';

/** What a screen reader calls the toasts' region and their close button. */
export function useToastLabels() {
  const { t } = useLingui();
  return { region: t`Notifications`, close: t`Dismiss notification` };
}
