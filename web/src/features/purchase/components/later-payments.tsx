import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { laterCharges, type Price } from '../model/receipt.ts';
import { selectedPricePlan } from '../model/selection.ts';
import { AmountRow } from './amount-row.tsx';
import { useBillingIntervalText } from './billing-interval-text.ts';
import { useFlow } from './flow-context.ts';

/** What is paid from the next payment on, beside what is paid now where that is changed: both with tax, or both without. */
export function LaterPayments({ price: { estimate, includesTax } }: { price: Extract<Price, { kind: 'estimate' }> }) {
  const { plan, state, held } = useFlow();
  const { money, date } = useFormat();
  const { per } = useBillingIntervalText();
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
        {charges.map((charge) => {
          const day = date(charge.from);
          return (
            <AmountRow
              key={charge.from}
              label={<Trans>From {day}</Trans>}
              amount={`${money(charge.total, pricePlan.currency)} ${per(pricePlan)}`}
              amountClassName="font-medium"
            />
          );
        })}
      </Frame>
      <p className="mt-3 text-sm text-muted">
        <Trans>Renews until you cancel.</Trans>
      </p>
    </>
  );
}

function Frame({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="mt-4 rounded-card border border-line bg-canvas px-4 py-3 text-sm">
      <h3 className="mb-1.5 font-semibold">{title}</h3>
      <dl className="flex flex-col gap-1.5">{children}</dl>
    </section>
  );
}
