import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { useFormat } from '../../lib/format.ts';
import { can } from '../../lib/permissions.ts';
import { useShortDate } from '../../lib/short-date.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Charge, findDiscountEnd, type Renewal } from '../model/home.ts';

interface RenewalLineProps {
  renewal: Renewal;
  /** Whether the charge is still loading. */
  isPending: boolean;
}

/** The next event of a product, with the charge after credit for users who may see billing. */
export function RenewalLine({ renewal, isPending }: RenewalLineProps) {
  const short = useShortDate();
  const { money } = useFormat();
  switch (renewal.kind) {
    case 'owed': {
      const { amount, currency, worksUntil } = renewal.owed;
      const until = worksUntil && short(worksUntil);
      const owed = money(amount, currency);
      return (
        <Line amount={<Trans>{owed} unpaid</Trans>} isBad>
          {until ? <Trans>Works until {until}</Trans> : <Trans>Not paid yet</Trans>}
        </Line>
      );
    }
    case 'ends': {
      const day = short(renewal.at);
      return (
        <Line amount={can('billing.view') && <Trans>No more charges</Trans>}>
          <Trans>Ends {day}</Trans>
        </Line>
      );
    }
    case 'firstPayment':
      return (
        <Line amount={null}>
          <Trans>Waits for its first payment</Trans>
        </Line>
      );
    case 'trialEnds': {
      const day = short(renewal.at);
      return (
        <Line amount={<TrialAmount charge={renewal.charge} isPending={isPending} />}>
          <Trans>Trial ends {day}</Trans>
        </Line>
      );
    }
    case 'renews': {
      const day = short(renewal.at);
      return (
        <>
          <Line amount={<ChargeAmount charge={renewal.charge} isPending={isPending} />}>
            <Trans>Renews {day}</Trans>
          </Line>
          {renewal.charge && <DiscountEnd charge={renewal.charge} />}
        </>
      );
    }
  }
}

function Line({ amount, children, isBad = false }: { amount: ReactNode; children: ReactNode; isBad?: boolean }) {
  return (
    <p className="mt-4 flex flex-wrap justify-between gap-x-4">
      <span className="text-muted">{children}</span>
      <span className={cn('font-medium tabular-nums', isBad && 'text-bad')}>{amount}</span>
    </p>
  );
}

function ChargeAmount({ charge, isPending }: { charge: Charge | null; isPending: boolean }) {
  const { money } = useFormat();
  if (!charge) return isPending && <Skeleton className="w-24" />;
  const amount = money(charge.amountDue, charge.currency);
  if (charge.isEstimate) return <Trans>{amount} before tax</Trans>;
  return charge.amountDue < charge.total ? <Trans>{amount} after credit</Trans> : amount;
}

function TrialAmount({ charge, isPending }: { charge: Charge | null; isPending: boolean }) {
  const { money } = useFormat();
  if (isPending) return <Skeleton className="w-24" />;
  if (!can('billing.view')) return null;
  if (!charge) return <Trans>Nothing is charged</Trans>;
  const amount = money(charge.amountDue, charge.currency);
  return charge.isEstimate ? <Trans>then {amount} before tax</Trans> : <Trans>then {amount}</Trans>;
}

/** Shows when a discount ends, such as '$263.98 until Feb 22, then $329.98'. */
function DiscountEnd({ charge }: { charge: Charge }) {
  const short = useShortDate();
  const { money } = useFormat();
  const end = findDiscountEnd(charge);
  if (!end) return null;
  const [now, until, then] = [money(end.before, end.currency), short(end.until), money(end.after, end.currency)];
  return (
    <p className="mt-1 text-right text-sm text-muted tabular-nums">
      <Trans>
        {now} until {until}, then {then}
      </Trans>
    </p>
  );
}
