import { Trans } from '@lingui/react/macro';
import type { Dues } from '@portico/contract/dues';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { afterCredit } from '../model/dues.ts';
import type { PricePlan } from '../model/plan.ts';
import { laterCharges } from '../model/receipt.ts';
import type { Quote } from '../purchase.api.ts';
import { useDues } from '../use-dues.ts';
import { useBillingIntervalText } from './billing-interval-text.ts';

interface PriceMomentsProps {
  quote: Quote;
  pricePlan: PricePlan;
}

/**
 * The price now, the next charge after credit, and the later price with the date of its change, in sentences (CHG-3).
 */
export function PriceMoments({ quote, pricePlan }: PriceMomentsProps) {
  const { money } = useFormat();
  const dues = useDues(quote);
  return (
    <section className="rounded-card bg-accent-soft p-5">
      <dl className="grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-2">
        <Moment label={<Trans>Due today</Trans>} amount={money(dues.today, pricePlan.currency)} />
        {dues.next && <NextMoment next={dues.next} pricePlan={pricePlan} />}
      </dl>
      <p className="mt-4">
        <Sentences quote={quote} pricePlan={pricePlan} dues={dues} />
      </p>
    </section>
  );
}

type Next = NonNullable<Dues['next']>;

function NextMoment({ next, pricePlan }: { next: Next; pricePlan: PricePlan }) {
  const { money, date } = useFormat();
  const { per } = useBillingIntervalText();
  const day = date(next.at);
  const used = money(next.fromCredit, pricePlan.currency);
  if (next.fromCredit > 0) {
    const amount = money(next.due, pricePlan.currency);
    return (
      <Moment label={<Trans>Due {day}</Trans>} amount={amount} note={<Trans>after {used} of your credit</Trans>} />
    );
  }
  return (
    <Moment
      label={next.isBeforeCredit ? <Trans>From {day}, before your credit</Trans> : <Trans>From {day}</Trans>}
      amount={money(next.total, pricePlan.currency)}
      note={per(pricePlan)}
    />
  );
}

function Sentences({ quote, pricePlan, dues }: PriceMomentsProps & { dues: Dues }) {
  const { money } = useFormat();
  const { total, today, next, creditAfter, carriedOver } = dues;
  const { currency } = pricePlan;
  const charges = laterCharges(quote.recurringCharges);
  const now = money(today, currency);
  const given = money(-total, currency);
  const rest = next ? creditAfter - next.fromCredit : 0;
  const left = money(rest, currency);
  const small = money(carriedOver, currency);
  return (
    <>
      {today > 0 ? <Trans>You pay {now} today.</Trans> : <Trans>You pay nothing today.</Trans>}{' '}
      {carriedOver > 0 && (
        <>
          <Trans>{small} is too little to be charged alone, and is added to your next invoice.</Trans>{' '}
        </>
      )}
      {next && next.fromCredit > 0 ? (
        <>
          <CreditSentence next={next} currency={currency} />{' '}
          <LaterSentence charges={afterCredit(charges, pricePlan)} pricePlan={pricePlan} />
        </>
      ) : (
        <LaterSentence charges={charges} pricePlan={pricePlan} />
      )}
      {total < 0 && (
        <>
          {' '}
          <Trans>{given} for time that you have paid and will not use is credited to your account.</Trans>
        </>
      )}
      {rest > 0 && (
        <>
          {' '}
          {next && next.fromCredit > 0 ? (
            <Trans>What is left of your credit, {left}, is used for the payments after that first.</Trans>
          ) : (
            <Trans>Your credit of {left} is used for later payments first.</Trans>
          )}
        </>
      )}
    </>
  );
}

/** The next payment, of which the credit pays a part. */
function CreditSentence({ next, currency }: { next: Next; currency: string }) {
  const { money, date } = useFormat();
  const day = date(next.at);
  const due = money(next.due, currency);
  const used = money(next.fromCredit, currency);
  return next.due > 0 ? (
    <Trans>
      On {day} you pay {due}, and your credit pays {used}.
    </Trans>
  ) : (
    <Trans>
      On {day} you pay nothing: your credit pays {used}.
    </Trans>
  );
}

interface LaterSentenceProps {
  /** Each distinct amount; the first `from` is null if it follows a payment that was already mentioned. */
  charges: readonly { from: string | null; total: number }[];
  pricePlan: PricePlan;
}

function LaterSentence({ charges: [first, second], pricePlan }: LaterSentenceProps) {
  const { money, date } = useFormat();
  const { every } = useBillingIntervalText();
  const { currency } = pricePlan;
  if (!first || first.total === 0) return <Trans>Nothing is due after that.</Trans>;
  const later = money(first.total, currency);
  const day = first.from && date(first.from);
  const full = second && money(second.total, currency);
  const end = second?.from && date(second.from);
  const billingInterval = every(pricePlan);
  if (day) {
    return end ? (
      <Trans>
        From {day} you pay {later} {billingInterval}, and from {end} {full}, until you cancel.
      </Trans>
    ) : (
      <Trans>
        From {day} you pay {later} {billingInterval}, until you cancel.
      </Trans>
    );
  }
  return end ? (
    <Trans>
      After that you pay {later} {billingInterval}, and from {end} {full}, until you cancel.
    </Trans>
  ) : (
    <Trans>
      After that you pay {later} {billingInterval}, until you cancel.
    </Trans>
  );
}

function Moment({ label, amount, note }: { label: ReactNode; amount: string; note?: ReactNode }) {
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
