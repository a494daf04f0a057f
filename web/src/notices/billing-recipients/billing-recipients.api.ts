import { useLingui } from '@lingui/react/macro';
import type { BillingRecipient, Locale } from '@portico/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { notify } from '../../lib/notify.tsx';

const recipientsKey = ['billing-recipients', 'list'] as const;

/** The recipients of invoices and receipts besides the billing address. */
export function useRecipients() {
  return useQuery({
    queryKey: recipientsKey,
    queryFn: ({ signal }) => api('GET /api/Billing/Recipients', { signal }),
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: recipientsKey });
}

interface NewRecipient {
  email: string;
  name: string;
  language: Locale;
}

/** Invites an address to confirm. The form shows failures. */
export function useAddRecipient() {
  const { t } = useLingui();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: NewRecipient) => api('POST /api/Billing/Recipients', { body }),
    meta: { showsErrors: true },
    onSuccess: ({ email }: BillingRecipient) => notify.success(t`We emailed ${email} a confirmation link`),
    onSettled: refresh,
  });
}

/** Mails a new confirmation link. */
export function useResendLink() {
  const { t } = useLingui();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) =>
      api('POST /api/Billing/Recipients/{id}/Confirmation', { params: { id: String(id) }, body: {} }),
    onSuccess: ({ email }: BillingRecipient) => notify.success(t`We emailed ${email} a confirmation link`),
    onSettled: refresh,
  });
}

/** Removes a recipient. The dialog shows failures. */
export function useRemoveRecipient(onDone: () => void) {
  const { t } = useLingui();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) => api('DELETE /api/Billing/Recipients/{id}', { params: { id: String(id) } }),
    meta: { showsErrors: true },
    onSuccess: async () => {
      onDone();
      notify.success(t`The recipient was removed`);
      await refresh();
    },
  });
}

/** Whether the user receives invoices and receipts. */
export function useSetOwn() {
  const { t } = useLingui();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (receives: boolean) => api('PUT /api/Billing/Recipients/Own', { body: { receives } }),
    onSuccess: async () => {
      await refresh();
      notify.success(t`Settings saved`);
    },
  });
}

export function useSetNotices() {
  const { t } = useLingui();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, receives }: { id: number; receives: boolean }) =>
      api('PUT /api/Billing/Recipients/{id}/Notices', { params: { id }, body: { receives } }),
    onSuccess: async () => {
      await refresh();
      notify.success(t`Settings saved`);
    },
  });
}
