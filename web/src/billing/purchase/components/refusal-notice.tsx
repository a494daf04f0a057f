import { Trans } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale.ts';
import { requestPayment } from '../../../lib/payment-request.ts';
import { can } from '../../../lib/permissions.ts';
import { type ApiError, describeProblem } from '../../../lib/problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useFlow } from './flow-context.ts';

/** Must match `notices/attention`, which shares the cache entry. */
const attentionQuery = (locale: string) =>
  queryOptions({
    queryKey: ['attention', locale],
    queryFn: ({ signal }) => api('GET /api/Billing/Attention', { signal }),
  });

/** The unpaid invoice of a product, with the page on which it can be paid; undefined if all are paid. */
function useUnpaidInvoice(productId: string, isWanted: boolean) {
  const { data } = useQuery({ ...attentionQuery(useLocale()), enabled: isWanted && can('billing.view') });
  const wanted = productId.toLowerCase();
  for (const item of data?.items ?? []) {
    if (item.kind === 'unpaid' && item.subscription?.productId.toLowerCase() === wanted) return item;
  }
  return undefined;
}

/** Why nothing of the product can be bought now, shown in the first step; an unpaid invoice with a link to pay it. */
export function RefusalNotice({ error }: { error: ApiError }) {
  const { product } = useFlow();
  const { money } = useFormat();
  const unpaid = useUnpaidInvoice(product.id, error.code === 'Conflict');
  const amount = unpaid && money(unpaid.amount, unpaid.currency);
  return (
    <Alert
      tone="bad"
      actions={
        unpaid &&
        can('invoices.pay') && (
          <Button size="sm" variant="primary" onClick={() => requestPayment(unpaid.invoiceId)}>
            <Trans>Pay now</Trans>
          </Button>
        )
      }
    >
      {amount && (
        <>
          <strong className="font-semibold">
            <Trans>{amount} is unpaid.</Trans>
          </strong>{' '}
        </>
      )}
      {describeProblem(error)}
    </Alert>
  );
}
