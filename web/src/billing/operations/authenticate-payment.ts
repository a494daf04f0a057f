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
 * Number of polls after a confirmed challenge, which the provider may take a moment to see, and milliseconds between
 * them.
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
  /** Whether the account keeps a subscription to the product in any case, because it was to be changed. */
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
 * Opens the bank's dialog of a purchase that waits for its cardholder. The outcome is a toast, because the notice
 * disappears with it; the notice shows why the purchase still waits.
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
