import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.tsx';

export interface ContactDetails {
  name: string;
  email: string;
  phone: string;
  interview: boolean;
}

/** Leaves with the vendor whom to talk to before the account is closed. The form shows failures. */
export function useContactBeforeClosing(subscriptionId: number) {
  const { t } = useLingui();
  return useMutation({
    mutationFn: ({ phone, ...details }: ContactDetails) =>
      api('POST /api/Subscription/{id}/CancelSubscriptionEmail', {
        params: { id: subscriptionId },
        body: { ...details, phone: phone.trim() || null },
      }),
    meta: { showsErrors: true },
    onSuccess: () => notify.success(t`Thank you. We will be in touch.`),
  });
}
