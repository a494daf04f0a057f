import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { challengeHolder } from '../../lib/card-challenge.ts';
import { announceHoldings } from '../../lib/other-tabs.ts';
import { ApiError } from '../../lib/problem.ts';

/** Looks after a confirmed challenge that the provider may still take to see it, and milliseconds between two of them. */
const looks = 8;
const lookInterval = 1500;

interface WaitingPurchase {
  productId: string;
  operationId: string;
}

/** Goes on with a purchase whose card's holder was asked to confirm. @returns why it was not confirmed; null when it was, or needs no more */
async function confirmPayment({ productId, operationId }: WaitingPurchase): Promise<string | null> {
  const ask = () => api('GET /api/Products/{id}/Purchase/{operationId}', { params: { id: productId, operationId } });
  let purchase = await ask();
  if (purchase.status === 'requiresAction' && purchase.clientSecret) {
    const refusal = await challengeHolder(purchase.clientSecret);
    if (refusal !== null) return refusal;
    for (let look = 1; look <= looks; look++) {
      purchase = await ask().catch((error: unknown) => {
        if (error instanceof ApiError && error.isTemporary) return purchase;
        throw error;
      });
      if (purchase.status !== 'requiresAction') break;
      await new Promise((resolve) => setTimeout(resolve, lookInterval));
    }
  }
  return purchase.status === 'failed' ? (purchase.error?.message ?? '') : null;
}

/** The bank's dialog of a purchase that waits for its card's holder. The notice shows failures. */
export function useConfirmPayment() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: confirmPayment,
    meta: { showsErrors: true },
    onSettled: () => announceHoldings(queryClient),
  });
}
