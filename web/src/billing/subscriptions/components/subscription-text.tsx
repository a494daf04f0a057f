import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Subscription } from '@portico/contract';
import { useBrandName } from '../../../lib/card-brands.ts';
import { useFormat } from '../../../lib/format.ts';
import { useShortDate } from '../../../lib/short-date.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Day } from '../../../ui/moment.tsx';
import {
  daysLeft,
  expirationTone,
  isLive,
  nextMoment,
  nextStep,
  startsLater,
  statusTone,
} from '../subscription-rules.ts';

/** The server's name for the status in its color, and a tag for a future start. */
export function StatusTags({ subscription }: { subscription: Subscription }) {
  const start = <Day at={subscription.startDate} />;
  const day = subscription.scheduledChange && <Day at={subscription.scheduledChange.at} />;
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Badge tone={statusTone(subscription)}>{subscription.statusTitle}</Badge>
      {startsLater(subscription) && (
        <Badge tone="accent">
          <Trans>Starts {start}</Trans>
        </Badge>
      )}
      {day && (
        <Badge tone="accent">
          <Trans>Changes {day}</Trans>
        </Badge>
      )}
    </span>
  );
}

/**
 * Days until the subscription expires or renews (SUB-10); nothing if it has not started, has ended, or never ends.
 * The text beside the badge says which.
 */
export function ExpirationBadge({ subscription }: { subscription: Subscription }) {
  if (!subscription.expirationDate || !isLive(subscription) || startsLater(subscription)) return null;
  const days = daysLeft(subscription.expirationDate);
  return (
    <Badge tone={expirationTone(days)}>
      {days <= 0 ? (
        <Trans context="subscription">Expired</Trans>
      ) : (
        <Plural value={days} one="in # day" other="in # days" />
      )}
    </Badge>
  );
}

/** 'Renews Dec 20, 2026' and similar: the meaning of the subscription's date. */
export function NextStepText({ subscription, isShort = false }: { subscription: Subscription; isShort?: boolean }) {
  const { date } = useFormat();
  const short = useShortDate();
  const step = nextStep(subscription);
  const moment = nextMoment(subscription);
  if (!step || !moment) return null;
  return (
    <time dateTime={moment} title={date(moment, 'exact')}>
      <StepWords step={step} day={isShort ? short(moment) : date(moment)} />
    </time>
  );
}

function StepWords({ step, day }: { step: NonNullable<ReturnType<typeof nextStep>>; day: string }) {
  switch (step) {
    case 'starts':
      return <Trans>Starts {day}</Trans>;
    case 'ends':
      return <Trans>Ends {day}</Trans>;
    case 'trialEnds':
      return <Trans>Trial ends {day}</Trans>;
    case 'renews':
      return <Trans>Renews {day}</Trans>;
    case 'expired':
      return <Trans>Expired {day}</Trans>;
    case 'ended':
      return <Trans>Ended {day}</Trans>;
  }
}

/** `$49.00 / month`, `$99.00 every 3 months`, 'Free'. */
export function useAmountText(): (
  subscription: Pick<Subscription, 'amount' | 'currency' | 'interval' | 'intervalCount'>,
) => string {
  const { t } = useLingui();
  const { money } = useFormat();
  return ({ amount, currency, interval, intervalCount }) => {
    if (amount === 0) return t`Free`;
    const price = money(amount, currency);
    const count = intervalCount;
    if (count === 1) {
      if (interval === 'Year') return t`${price} / year`;
      return interval === 'Month' ? t`${price} / month` : t`${price} / day`;
    }
    if (interval === 'Year') return t`${price} every ${count} years`;
    return interval === 'Month' ? t`${price} every ${count} months` : t`${price} every ${count} days`;
  };
}

/** 'Visa •••• 4242', for sentences. */
export function CardText({ card: { brand, last4 } }: { card: { brand: string; last4: string } }) {
  const name = useBrandName()(brand);
  return (
    <span className="whitespace-nowrap tabular-nums">
      {name} <span aria-hidden="true">••••</span> {last4}
    </span>
  );
}
