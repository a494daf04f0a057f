import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { settled } from '../../../lib/operation.ts';
import { announceHoldings } from '../../../lib/other-tabs.ts';

/** Has an open invoice paid by the card that it falls to, or sent to its payer. What came of it is shown by the caller. */
export function useCollectInvoice() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { showsErrors: true },
    mutationFn: async (id: string) =>
      settled(await api('POST /api/Subscription/invoices/sendToPay/{id}', { params: { id }, body: {} })),
    onSettled: () => announceHoldings(queryClient),
  });
}
