import { Trans } from '@lingui/react/macro';
import type { UnitName, UpcomingInvoice } from '@portico/contract';
import { findSettlement } from '@portico/contract/dues';
import { useFormat } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Day } from '../../../ui/moment.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { followingCharges } from '../subscription-money.ts';
import type { useUpcomingInvoice } from '../subscriptions.api.ts';
import { ChargeLine, ChargeLines } from './charge-lines.tsx';

interface NextInvoiceProps {
  query: ReturnType<typeof useUpcomingInvoice>;
  unit: UnitName;
}

/** The next invoice with its lines, and the charges after it; nothing if nothing is charged any more. */
export function NextInvoice({ query, unit }: NextInvoiceProps) {
  if (query.data) {
    return (
      <>
        <InvoiceCard invoice={query.data} unit={unit} />
        {query.data.following.length > 0 && <AfterThat invoice={query.data} />}
      </>
    );
  }
  if (query.data === null) return null;
  return (
    <Card className="px-4 py-5 sm:px-6">
      <Title />
      {query.error ? (
        <ErrorState
          className="py-6"
          error={query.error}
          title={<Trans>The next invoice is not known now</Trans>}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <InvoiceSkeleton />
      )}
    </Card>
  );
}

function Title() {
  return (
    <h2 className="text-lg font-semibold tracking-tight">
      <Trans>Next invoice</Trans>
    </h2>
  );
}

interface InvoiceProps {
  invoice: UpcomingInvoice;
  unit: UnitName;
}

function InvoiceCard({ invoice, unit }: InvoiceProps) {
  const { money } = useFormat();
  // Without years, the period of a year would seem to start and end on the same day.
  const from = <Day at={invoice.periodStart} isShort />;
  const to = <Day at={invoice.periodEnd} isShort />;
  const day = <Day at={invoice.created} />;
  const asOf = <Day at={invoice.asOf} withTime />;
  return (
    <Card className="px-4 py-5 sm:px-6">
      <Title />
      <p className="mt-0.5 text-sm text-muted">
        <Trans>
          {day}, for {from} to {to}
        </Trans>
      </p>
      {invoice.stale && (
        <p role="status" className="mt-2 rounded-control bg-warning-soft px-3 py-2 text-sm text-warning">
          {invoice.isEstimate ? (
            <Trans>An estimate before tax and discounts: the payment provider does not answer now.</Trans>
          ) : (
            <Trans>As of {asOf}: the payment provider does not answer now.</Trans>
          )}
        </p>
      )}
      <dl className="mt-3 flex flex-col gap-2.5">
        <ChargeLines lines={invoice.lines} currency={invoice.currency} unit={unit} />
        <TotalLines invoice={invoice} />
        <ChargeLine
          isFirst
          label={<DueLabel created={invoice.created} />}
          amount={money(invoice.amountDue, invoice.currency)}
          className="text-lg font-semibold"
        />
      </dl>
    </Card>
  );
}

/** The amounts between the sum of the lines and the total, and between the total and the amount due. */
function TotalLines({ invoice }: Pick<InvoiceProps, 'invoice'>) {
  const { money } = useFormat();
  const { subtotal, discount, discounts, taxAmounts, total } = invoice;
  const { fromCredit, owedBefore, carriedOver } = findSettlement(invoice);
  const amount = (cents: number) => money(cents, invoice.currency);
  const left = amount(invoice.creditAfter);
  const given = amount(-Math.min(0, total));
  const hasBreakdown = discount !== 0 || taxAmounts.length > 0;
  // The discount is shown even if the provider names no coupon.
  const rest = discount - discounts.reduce((sum, { amount: taken }) => sum + taken, 0);
  return (
    <>
      {hasBreakdown && (
        <ChargeLine isFirst label={<Trans>Subtotal</Trans>} amount={amount(subtotal)} className="text-muted" />
      )}
      {discounts
        .filter(({ amount: taken }) => taken !== 0)
        .map((taken) => {
          const until = taken.until && <Day at={taken.until} />;
          return (
            <ChargeLine
              key={`${taken.name} ${taken.code}`}
              label={taken.code && taken.code !== taken.name ? `${taken.name}, ${taken.code}` : taken.name}
              note={until && <Trans>until {until}</Trans>}
              amount={amount(-taken.amount)}
              tone="ok"
            />
          );
        })}
      {rest !== 0 && <ChargeLine label={<Trans>Discount</Trans>} amount={amount(-rest)} tone="ok" />}
      {taxAmounts.map((tax) => (
        <ChargeLine key={tax.description} label={tax.description} amount={amount(tax.amount)} className="text-muted" />
      ))}
      {(hasBreakdown || invoice.amountDue !== total) && (
        <ChargeLine isFirst label={<Trans>Total</Trans>} amount={amount(total)} className="font-semibold" />
      )}
      {fromCredit > 0 && (
        <ChargeLine
          label={<Trans>Your credit</Trans>}
          note={<Trans>{left} is left after it</Trans>}
          amount={amount(-fromCredit)}
          tone="ok"
        />
      )}
      {total < 0 && <ChargeLine label={<Trans>{given} is kept as your credit</Trans>} amount="" className="text-ok" />}
      {owedBefore > 0 && <ChargeLine label={<Trans>Owed from before</Trans>} amount={amount(owedBefore)} />}
      {carriedOver > 0 && (
        <ChargeLine
          label={<Trans>Too little to be charged alone: added to your next invoice</Trans>}
          amount={amount(-carriedOver)}
        />
      )}
    </>
  );
}

function DueLabel({ created }: { created: string }) {
  const day = <Day at={created} isShort />;
  return <Trans>Due {day}</Trans>;
}

/** The known charges after the next one. */
function AfterThat({ invoice }: Pick<InvoiceProps, 'invoice'>) {
  const { money } = useFormat();
  return (
    <Card className="px-4 py-5 sm:px-6">
      <h2 className="text-lg font-semibold tracking-tight">
        <Trans>After that</Trans>
      </h2>
      <ul className="mt-3 flex flex-col gap-2.5">
        {followingCharges(invoice).map(({ created, due, credit, discountEnded }) => {
          const day = <Day at={created} />;
          const paid = money(credit, invoice.currency);
          return (
            <li key={created} className="flex items-baseline justify-between gap-4">
              <span className="min-w-0 text-muted">
                {discountEnded ? <Trans>{day}, discount ended</Trans> : day}
                {credit > 0 && (
                  <span className="block text-sm">
                    <Trans>less {paid} credit</Trans>
                  </span>
                )}
              </span>
              <span className="whitespace-nowrap tabular-nums">{money(due, invoice.currency)}</span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function InvoiceSkeleton() {
  return (
    <div aria-hidden="true" className="mt-1.5 flex flex-col gap-4">
      <Skeleton className="w-40" />
      {['plan', 'addon', 'tax', 'total', 'due'].map((line) => (
        <div key={line} className="flex justify-between">
          <Skeleton className="w-32" />
          <Skeleton className="w-16" />
        </div>
      ))}
    </div>
  );
}
