import { Plural, Trans } from '@lingui/react/macro';
import type { InvoiceSum } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** The totals of the filtered invoices, a line for each currency (INV-32). Undefined while loading. */
export function InvoiceSums({ sums }: { sums: readonly InvoiceSum[] | undefined }) {
  return (
    <div className="min-h-5 border-b border-line px-5 py-3 text-sm text-muted" role="status">
      {sums === undefined && <Skeleton className="w-72 max-w-full" />}
      {sums?.length === 0 && <Trans>Drafts and void invoices are not added up</Trans>}
      {sums?.map((sum) => (
        <Sum key={sum.currency} sum={sum} />
      ))}
    </div>
  );
}

function Sum({ sum: { currency, invoices, total, remaining } }: { sum: InvoiceSum }) {
  const { money } = useFormat();
  const amount = money(total, currency);
  const unpaid = money(remaining, currency);
  return (
    <p>
      <Trans>
        <strong className="font-medium text-ink tabular-nums">{amount}</strong> in{' '}
        <Plural value={invoices} one="# invoice" other="# invoices" />, without drafts and void ones
      </Trans>
      {remaining > 0 && (
        <>
          {' · '}
          <Trans>
            <strong className="font-medium text-ink tabular-nums">{unpaid}</strong> of it not paid
          </Trans>
        </>
      )}
    </p>
  );
}
