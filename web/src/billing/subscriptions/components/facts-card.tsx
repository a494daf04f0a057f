import { Plural, Trans } from '@lingui/react/macro';
import type { UpcomingInvoice } from '@portico/contract';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { useIntervalWords } from '../../../lib/interval-words.ts';
import { can } from '../../../lib/permissions.ts';
import { useUnits } from '../../../lib/units.ts';
import { Card } from '../../../ui/card.tsx';
import { Gauge } from '../../../ui/gauge.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Day } from '../../../ui/moment.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { chooseHeadline } from '../subscription-money.ts';
import type { SubscriptionDetail } from '../subscriptions.api.ts';
import { NextPayment } from './next-payment.tsx';

type RecurringCharge = UpcomingInvoice['recurringCharges'][number];

interface FactsCardProps {
  subscription: SubscriptionDetail;
  /** Null if nothing is charged next; undefined while unknown. */
  upcoming: UpcomingInvoice | null | undefined;
  /** The next charge could not be loaded. */
  isUnknown: boolean;
}

/** Three facts: the next payment, the seats in use, and the later payments. */
export function FactsCard(props: FactsCardProps) {
  const { subscription, upcoming, isUnknown } = props;
  return (
    <Card className="grid grid-cols-1 divide-y divide-line md:grid-cols-[minmax(0,9fr)_minmax(0,8fr)_minmax(0,8fr)] md:divide-x md:divide-y-0">
      <Fact>
        <NextPayment {...props} />
      </Fact>
      <Fact>
        <Seats subscription={subscription} />
      </Fact>
      <Fact>
        <FromThenOn subscription={subscription} upcoming={upcoming} isUnknown={isUnknown} />
      </Fact>
    </Card>
  );
}

function Fact({ children }: { children: ReactNode }) {
  return <div className="min-w-0 px-4 py-5 sm:px-6">{children}</div>;
}

/** The license's use, with a link to the devices; only the quantity for products without licenses. */
function Seats({ subscription: { seats, quantity, unit } }: { subscription: SubscriptionDetail }) {
  const { number } = useFormat();
  const units = useUnits();
  const title = units.title(unit);
  if (!seats) {
    return (
      <>
        <p className="text-sm text-muted">{title}</p>
        <p className="mt-1 text-lg font-semibold">{units.count(unit, quantity)}</p>
      </>
    );
  }
  const { inUse, total, licenseId } = seats;
  const used = number(inUse);
  const all = total === null ? null : number(total);
  const free = total === null ? 0 : total - inUse;
  return (
    <>
      <Figure label={title}>
        {all === null ? (
          <Trans>{used} in use</Trans>
        ) : (
          <Trans>
            {used} of {all} in use
          </Trans>
        )}
      </Figure>
      <p className={free < 0 ? 'text-sm text-bad' : 'text-sm text-muted'}>
        {total === null ? (
          <Trans>Without a limit</Trans>
        ) : free < 0 ? (
          <Plural value={-free} one="# too many" other="# too many" />
        ) : free === 0 ? (
          <Trans>All in use</Trans>
        ) : (
          <Plural value={free} one="# free" other="# free" />
        )}
      </p>
      {total !== null && (
        <Gauge className="mt-2.5" label={title} valueText={`${used} / ${all}`} value={inUse} total={total} />
      )}
      {can('licenses.view') && (
        <p className="mt-2 text-sm">
          <TextLink to="/Billing/Licenses/$id" params={{ id: String(licenseId) }}>
            <Trans>Who uses them</Trans>
          </TextLink>
        </p>
      )}
    </>
  );
}

/** The recurring amount, and when the end of a discount changes it. */
function FromThenOn({ subscription, upcoming, isUnknown }: FactsCardProps) {
  const { money } = useFormat();
  const { each } = useIntervalWords();
  const { currency, status, productId } = subscription;
  // A scheduled change is in effect at the next charge.
  const next = subscription.scheduledChange ?? subscription;
  const { amount } = next;
  const headline = chooseHeadline(subscription);
  const period = each(next);
  const price = <Each amount={money(amount, currency)} period={period} />;
  if (status === 4) {
    return (
      <>
        <Figure label={<Trans>It cost, before tax</Trans>}>{amount === 0 ? <Trans>Nothing</Trans> : price}</Figure>
        <p className="mt-2 text-sm">
          <TextLink to="/Products/$id/Subscription" params={{ id: productId }}>
            <Trans>See the plans</Trans>
          </TextLink>
        </p>
      </>
    );
  }
  if (headline === 'ends' || (subscription.cancelAt && headline === 'unpaid')) {
    return (
      <Figure label={<Trans>If you restore it, before tax</Trans>}>{amount === 0 ? <Trans>Free</Trans> : price}</Figure>
    );
  }
  const [first, ...later] = upcoming?.recurringCharges ?? [];
  if (first) return <RecurringCharges {...{ first, later, currency, period }} />;
  if (amount === 0) {
    return (
      <>
        <p className="text-sm text-muted">
          <Trans>From then on</Trans>
        </p>
        <p className="mt-1 text-lg font-semibold">
          <Trans>Free</Trans>
        </p>
      </>
    );
  }
  const isLoading = upcoming === undefined && !isUnknown && can('invoices.view');
  return (
    <Figure label={isLoading ? <Trans>From then on, with tax</Trans> : <Trans>From then on, before tax</Trans>}>
      {isLoading ? <Skeleton className="h-6 w-36" /> : price}
    </Figure>
  );
}

interface RecurringChargesProps {
  first: RecurringCharge;
  later: readonly RecurringCharge[];
  currency: string;
  period: string;
}

/** The charge of each period, and the other amounts that follow it. */
function RecurringCharges({ first, later, currency, period }: RecurringChargesProps) {
  const { money } = useFormat();
  const until = first.until && <Day at={first.until} />;
  return (
    <>
      <Figure label={<Trans>From then on, with tax</Trans>}>
        <Each amount={money(first.total, currency)} period={period} />
      </Figure>
      {until && (
        <p className="text-sm text-muted">
          <Trans>until {until}</Trans>
        </p>
      )}
      {later.length > 0 && (
        <ul className="mt-3 flex flex-col gap-1 border-t border-line pt-3 text-sm">
          {later.map((charge, index) => {
            const total = money(charge.total, currency);
            const day = <Day at={charge.from} />;
            return (
              <li key={charge.from} className="tabular-nums">
                {index === 0 && later.length === 1 ? (
                  <Trans>
                    <strong className="font-semibold">{total}</strong> {period} after that
                  </Trans>
                ) : (
                  <Trans>
                    <strong className="font-semibold">{total}</strong> {period} from {day}
                  </Trans>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

function Figure({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <>
      <p className="text-sm text-muted">{label}</p>
      <p className="mt-1 text-lg font-semibold tabular-nums">{children}</p>
    </>
  );
}

function Each({ amount, period }: { amount: string; period: string }) {
  return (
    <>
      {amount} <span className="text-base font-normal text-muted">{period}</span>
    </>
  );
}
