import { useLingui } from '@lingui/react/macro';
import type { PurchaseResult } from '@portico/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { authenticateCardholder } from '../../lib/authenticate-cardholder.ts';
import { notify } from '../../lib/notify.tsx';
import { announceHoldings } from '../../lib/other-tabs.ts';
import { unlessMissed } from '../../lib/problem.ts';
import { wait } from '../../lib/wait.ts';
import type { ProductOperation } from './unsettled-operations.ts';

/**
 * The maximum number of polls after a confirmed challenge, because the provider may notice it late, and the
 * milliseconds between two polls.
 */
const looks = 8;
const lookInterval = 1500;

/**
 * The outcome of asking the cardholder: the purchase's state, and the provider's message if the cardholder did not
 * confirm, otherwise null.
 */
interface Confirmation {
  status: PurchaseResult['status'];
  refusal: string | null;
  /** Whether the purchase was a change, so that the account keeps its subscription in any case. */
  isOfSubscription: boolean;
}

/** @throws ApiError */
async function confirmPayment({ id: operationId, productId }: ProductOperation): Promise<Confirmation> {
  const ask = () => api('GET /api/Products/{id}/Purchase/{operationId}', { params: { id: productId, operationId } });
  let purchase = await ask();
  let refusal: string | null = null;
  if (purchase.status === 'requiresAction' && purchase.clientSecret) {
    refusal = await authenticateCardholder(purchase.clientSecret);
    for (let look = 1; look <= looks; look++) {
      purchase = (await unlessMissed(ask())) ?? purchase;
      if (purchase.status !== 'requiresAction' || refusal !== null) break;
      await wait(lookInterval);
    }
  }
  const { status, error, subscriptionId } = purchase;
  return {
    status,
    refusal: status === 'failed' ? error?.message || (refusal ?? '') : refusal,
    isOfSubscription: subscriptionId !== null,
  };
}

/**
 * Opens the bank's dialog for a purchase that waits for its cardholder. A toast shows the outcome, because the notice
 * disappears. If the purchase still waits, the notice shows why.
 */
export function useConfirmPayment(operation: ProductOperation, name: string) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const tellFailure = (words: string, isOfSubscription: boolean) => {
    const message = words || t`Your bank did not confirm the payment.`;
    if (isOfSubscription) notify.error(t`${name}: your subscription stays as it was. ${message}`);
    else notify.error(t`${name}: nothing was bought. ${message}`);
  };
  return useMutation({
    mutationFn: () => confirmPayment(operation),
    meta: { showsErrors: true },
    onSuccess: ({ status, refusal, isOfSubscription }) => {
      if (status === 'failed') tellFailure(refusal ?? '', isOfSubscription);
      else if (status === 'succeeded')
        notify.success(t`${name}: the payment is confirmed, and your purchase is complete.`);
      else if (refusal === null)
        notify.info(t`This is being confirmed with the payment provider. There is nothing you need to do.`);
    },
    onSettled: () => announceHoldings(queryClient),
  });
}
