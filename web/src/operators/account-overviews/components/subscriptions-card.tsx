import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { AccountOverview } from '@portico/contract';
import { Repeat } from 'lucide-react';
import { useFormat } from '../../../lib/format.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { MoreNote } from './more-note.tsx';
import { Row, Rows } from './rows.tsx';

type Subscription = AccountOverview['subscriptions']['items'][number];

/** The subscriptions of an account, those that need attention first. */
export function SubscriptionsCard({ subscriptions: { items, total } }: Pick<AccountOverview, 'subscriptions'>) {
  return (
    <Card className="overflow-hidden">
      <CardHeader title={<Trans>Subscriptions</Trans>} />
      {items.length === 0 ? (
        <EmptyState className="border-t border-line py-8" icon={Repeat} title={<Trans>No subscription yet</Trans>} />
      ) : (
        <Rows>
          {items.map((subscription) => (
            <SubscriptionRow key={subscription.id} subscription={subscription} />
          ))}
        </Rows>
      )}
      <MoreNote total={total} shown={items.length} />
    </Card>
  );
}

function SubscriptionRow({ subscription }: { subscription: Subscription }) {
  const { money } = useFormat();
  const { productName, planName, quantity, amount, currency } = subscription;
  return (
    <Row
      title={productName}
      tag={<StatusBadge subscription={subscription} />}
      note={
        <>
          {planName}, <Plural value={quantity} one="quantity #" other="quantity #" />
        </>
      }
      figure={
        <>
          {money(amount, currency)} <Interval subscription={subscription} />
        </>
      }
      figureNote={<NextStep subscription={subscription} />}
    />
  );
}

function Interval({ subscription: { interval, intervalCount } }: { subscription: Subscription }) {
  if (interval === 'Year') return <Plural value={intervalCount} one="a year" other="every # years" />;
  if (interval === 'Month') return <Plural value={intervalCount} one="a month" other="every # months" />;
  return <Plural value={intervalCount} one="a day" other="every # days" />;
}

function NextStep({ subscription: { status, unpaidSince, cancelAt, expirationDate } }: { subscription: Subscription }) {
  const { date } = useFormat();
  if (status === 'canceled') {
    if (!expirationDate) return null;
    const ended = date(expirationDate);
    return <Trans>Ended {ended}</Trans>;
  }
  if (unpaidSince) {
    const began = date(unpaidSince);
    return <Trans>Unpaid since {began}</Trans>;
  }
  if (cancelAt) {
    const day = date(cancelAt);
    return <Trans>Ends {day}</Trans>;
  }
  if (!expirationDate) return null;
  const day = date(expirationDate);
  return status === 'active' || status === 'trialing' ? <Trans>Renews {day}</Trans> : <Trans>Paid until {day}</Trans>;
}

function StatusBadge({ subscription: { status, isTrial } }: { subscription: Subscription }) {
  const { t } = useLingui();
  const words: Record<string, [string, BadgeTone]> = {
    active: [t({ message: 'Active', context: 'subscription' }), 'ok'],
    trialing: [t`Trial`, 'accent'],
    past_due: [t`Past due`, 'bad'],
    unpaid: [t`Unpaid`, 'bad'],
    incomplete: [t`Incomplete`, 'warning'],
    canceled: [t({ message: 'Ended', context: 'subscription' }), 'neutral'],
  };
  const [word, tone] = words[isTrial && status === 'active' ? 'trialing' : status] ?? [status, 'neutral'];
  return <Badge tone={tone}>{word}</Badge>;
}
