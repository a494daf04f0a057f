import { Trans } from '@lingui/react/macro';
import type { Dues } from '@portico/contract/dues';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { afterCredit } from '../model/dues.ts';
import { laterCharges, type Price } from '../model/receipt.ts';
import { selectedPricePlan } from '../model/selection.ts';
import { useDues } from '../use-dues.ts';
import { AmountRow } from './amount-row.tsx';
import { useBillingIntervalText } from './billing-interval-text.ts';
import { useFlow } from './flow-context.ts';

/** The payments from the next one on, compared with the current ones for a change: both with tax, or both without. */
export function LaterPayments({ price: { estimate, includesTax } }: { price: Extract<Price, { kind: 'estimate' }> }) {
  const { plan, state, held } = useFlow();
  const { money } = useFormat();
  const { per } = useBillingIntervalText();
  const { next } = useDues(estimate);
  const pricePlan = selectedPricePlan(plan, state);
  const charges = laterCharges(estimate.recurringCharges);
  const current = estimate.current;
  const now = current && (current.recurringCharges[0]?.total ?? current.recurringInvoiceDetails.total);
  if (charges.length === 0) {
    return (
      <Frame title={<Trans>From then on</Trans>}>
        <AmountRow label={<Trans>Nothing renews</Trans>} amount={money(0, pricePlan.currency)} />
      </Frame>
    );
  }
  const usesCredit = next !== null && next.fromCredit > 0;
  const later = usesCredit ? afterCredit(charges, pricePlan) : charges;
  return (
    <>
      <Frame title={includesTax ? <Trans>From then on, with tax</Trans> : <Trans>From then on, before tax</Trans>}>
        {now !== null && held && (
          <AmountRow
            label={<Trans>What you pay now</Trans>}
            amount={`${money(now, held.currency)} ${per(held)}`}
            className="text-muted"
          />
        )}
        {usesCredit && <NextPayment next={next} currency={pricePlan.currency} />}
        {later.map(({ from, total }, index) => (
          <AmountRow
            key={from}
            label={<LaterLabel from={from} />}
            note={next?.isBeforeCredit && index === 0 && <Trans>Before your credit</Trans>}
            amount={`${money(total, pricePlan.currency)} ${per(pricePlan)}`}
            amountClassName="font-medium"
          />
        ))}
      </Frame>
      <p className="mt-3 text-sm text-muted">
        <Trans>Renews until you cancel.</Trans>
      </p>
    </>
  );
}

/** The next payment, of which the credit pays a part. */
function NextPayment({ next, currency }: { next: NonNullable<Dues['next']>; currency: string }) {
  const { money, date } = useFormat();
  const day = date(next.at);
  const nextTotal = money(next.total, currency);
  const nextCredit = money(next.fromCredit, currency);
  return (
    <AmountRow
      label={<Trans>Due {day}</Trans>}
      note={
        <Trans>
          {nextTotal} less {nextCredit} credit
        </Trans>
      }
      amount={money(next.due, currency)}
      amountClassName="font-medium"
    />
  );
}

function LaterLabel({ from }: { from: string | null }) {
  const { date } = useFormat();
  const day = from && date(from);
  return day ? <Trans>From {day}</Trans> : <Trans>After that</Trans>;
}

function Frame({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="mt-4 rounded-card border border-line bg-canvas px-4 py-3 text-sm">
      <h3 className="mb-1.5 font-semibold">{title}</h3>
      <dl className="flex flex-col gap-1.5">{children}</dl>
    </section>
  );
}
