import { Trans } from '@lingui/react/macro';
import { useFormat } from '../../../lib/format.ts';
import { type ApiError, describeProblem } from '../../../lib/problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { ExternalLink } from '../../../ui/link.tsx';
import { useUnpaidInvoice } from '../api/find-unpaid-invoice.ts';
import { useFlow } from './flow-context.ts';

/** Why nothing of the product can be bought now, said at the first step; an unpaid invoice with the way to pay it. */
export function RefusalNotice({ error }: { error: ApiError }) {
  const { product } = useFlow();
  const { money } = useFormat();
  const unpaid = useUnpaidInvoice(product.id, error.code === 'Conflict');
  const amount = unpaid && money(unpaid.amount, unpaid.currency);
  return (
    <Alert
      tone="bad"
      actions={
        unpaid?.hostedInvoiceUrl && (
          <ExternalLink
            plain
            href={unpaid.hostedInvoiceUrl}
            className={buttonClasses({ variant: 'primary', size: 'sm' })}
          >
            <Trans>Pay now</Trans>
          </ExternalLink>
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
