import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.tsx';
import { settled } from '../../../lib/operation.ts';
import { announceHoldings } from '../../../lib/other-tabs.ts';

/** Has an open invoice paid by the card that it falls to, or sent to its payer; where the cardholder has to confirm, leads to the payment provider's page. */
export function usePayInvoice() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) =>
      settled(await api('POST /api/Subscription/invoices/sendToPay/{id}', { params: { id }, body: {} })),
    onSuccess: ({ outcome, hostedInvoiceUrl }) => {
      if (outcome === 'requiresAction' && hostedInvoiceUrl) window.location.assign(hostedInvoiceUrl);
      else notify.success(outcome === 'sent' ? t`The invoice was sent` : t`The invoice was paid`);
    },
    onSettled: () => announceHoldings(queryClient),
  });
}
