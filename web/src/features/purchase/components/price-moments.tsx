import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import type { Quote } from '../api/preview-purchase.ts';
import type { PricePlan } from '../model/plan.ts';
import { useBillingIntervalText } from './billing-interval-text.ts';

/** The price now, the price later and the date it changes, together and in plain words. */
export function PriceMoments({ quote, pricePlan }: { quote: Quote; pricePlan: PricePlan }) {
  const { money, date } = useFormat();
  const { per, every } = useBillingIntervalText();
  const { subscriptionUpdateInvoiceDetails: first, recurringInvoiceDetails: recurring, nextPaymentDate } = quote;
  const { currency } = pricePlan;
  const now = money(first.amountDue, currency);
  const later = money(recurring.total, currency);
  const credit = money(-first.total, currency);
  const billingInterval = every(pricePlan);
  const day = nextPaymentDate ? date(nextPaymentDate) : null;
  const recurs = day !== null && recurring.total > 0;
  // How long a coupon lasts, the quote does not say: nothing is promised beyond it.
  const isDiscounted = recurring.discount > 0;
  return (
    <section className="rounded-card bg-accent-soft p-5">
      <dl className="grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-2">
        <Moment label={<Trans>Due today</Trans>} amount={now} />
        {recurs && <Moment label={<Trans>From {day}</Trans>} amount={later} note={per(pricePlan)} />}
      </dl>
      <p className="mt-4">
        {first.amountDue > 0 ? (
          recurs ? (
            isDiscounted ? (
              <Trans>
                You pay {now} today. From {day} you pay {later} {billingInterval} while the discount lasts, then the
                full price.
              </Trans>
            ) : (
              <Trans>
                You pay {now} today. From {day} you pay {later} {billingInterval}, until you cancel.
              </Trans>
            )
          ) : (
            <Trans>You pay {now} today and nothing after that.</Trans>
          )
        ) : recurs ? (
          isDiscounted ? (
            <Trans>
              You pay nothing today. From {day} you pay {later} {billingInterval} while the discount lasts, then the
              full price.
            </Trans>
          ) : (
            <Trans>
              You pay nothing today. From {day} you pay {later} {billingInterval}, until you cancel.
            </Trans>
          )
        ) : (
          <Trans>You pay nothing, today or later.</Trans>
        )}
        {first.total < 0 && (
          <>
            {' '}
            <Trans>{credit} for time that you have paid and will not use is credited to your account.</Trans>
          </>
        )}
      </p>
    </section>
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
