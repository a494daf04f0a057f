import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import type { Quote } from '../api/preview-purchase.ts';
import type { PricePlan } from '../model/plan.ts';
import { laterCharges } from '../model/receipt.ts';
import { useBillingIntervalText } from './billing-interval-text.ts';

/** The price now, the price later and the date it changes, together and in plain words. */
export function PriceMoments({ quote, pricePlan }: { quote: Quote; pricePlan: PricePlan }) {
  const { money, date } = useFormat();
  const { per } = useBillingIntervalText();
  const { subscriptionUpdateInvoiceDetails: first, recurringCharges } = quote;
  const { currency } = pricePlan;
  const charges = laterCharges(recurringCharges);
  return (
    <section className="rounded-card bg-accent-soft p-5">
      <dl className="grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-2">
        <Moment label={<Trans>Due today</Trans>} amount={money(first.amountDue, currency)} />
        {charges.slice(0, 1).map((charge) => {
          const day = date(charge.from);
          return (
            <Moment
              key={charge.from}
              label={<Trans>From {day}</Trans>}
              amount={money(charge.total, currency)}
              note={per(pricePlan)}
            />
          );
        })}
      </dl>
      <p className="mt-4">
        <Sentences quote={quote} pricePlan={pricePlan} />
      </p>
    </section>
  );
}

function Sentences({ quote, pricePlan }: { quote: Quote; pricePlan: PricePlan }) {
  const { money, date } = useFormat();
  const { every } = useBillingIntervalText();
  const { subscriptionUpdateInvoiceDetails: first } = quote;
  const { currency } = pricePlan;
  const [next, after] = laterCharges(quote.recurringCharges);
  const now = money(first.amountDue, currency);
  const later = next ? money(next.total, currency) : '';
  const day = next ? date(next.from) : '';
  const full = after ? money(after.total, currency) : '';
  const end = after ? date(after.from) : '';
  const billingInterval = every(pricePlan);
  const given = money(-first.total, currency);
  const left = money(first.creditAfter, currency);
  return (
    <>
      {first.amountDue > 0 ? <Trans>You pay {now} today.</Trans> : <Trans>You pay nothing today.</Trans>}{' '}
      {!next || next.total === 0 ? (
        <Trans>Nothing is due after that.</Trans>
      ) : after ? (
        <Trans>
          From {day} you pay {later} {billingInterval}, and from {end} {full}, until you cancel.
        </Trans>
      ) : (
        <Trans>
          From {day} you pay {later} {billingInterval}, until you cancel.
        </Trans>
      )}
      {first.total < 0 && (
        <>
          {' '}
          <Trans>{given} for time that you have paid and will not use is credited to your account.</Trans>
        </>
      )}
      {first.creditAfter > 0 && next && (
        <>
          {' '}
          <Trans>Your credit of {left} is used for later payments first.</Trans>
        </>
      )}
    </>
  );
}

function Moment({ label, amount, note }: { label: ReactNode; amount: string; note?: string }) {
  return (
    <div>
      <dt className="text-sm font-medium text-accent-text">{label}</dt>
      <dd className="mt-0.5 text-price leading-9 font-semibold tracking-tight tabular-nums">
        {amount}
        {note && <span className="text-base font-normal tracking-normal"> {note}</span>}
      </dd>
    </div>
  );
}
