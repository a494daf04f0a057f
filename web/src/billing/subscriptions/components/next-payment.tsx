import { Plural, Trans } from '@lingui/react/macro';
import type { UpcomingInvoice } from '@portico/contract';
import { findSettlement } from '@portico/contract/dues';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { Day } from '../../../ui/moment.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SplitBar } from '../../../ui/split-bar.tsx';
import { chooseHeadline } from '../subscription-money.ts';
import { daysLeft } from '../subscription-rules.ts';
import type { SubscriptionDetail } from '../subscriptions.api.ts';
import { CardText } from './subscription-text.tsx';

interface NextPaymentProps {
  subscription: SubscriptionDetail;
  upcoming: UpcomingInvoice | null | undefined;
  isUnknown: boolean;
}

/** The next payment with date and card; or what comes instead: an end, a trial's end, a debt. */
export function NextPayment({ subscription, upcoming, isUnknown }: NextPaymentProps) {
  const { money } = useFormat();
  const { currency, cancelAt, expirationDate, startDate, amount } = subscription;
  switch (chooseHeadline(subscription)) {
    case 'unpaid':
      return <Unpaid unpaid={subscription.unpaid} />;
    case 'ended':
      return (
        <Headline label={<Trans>Ended</Trans>} figure={expirationDate ? <Day at={expirationDate} /> : '–'}>
          <EndReason reason={subscription.endReason} />
        </Headline>
      );
    case 'starts':
      return (
        <Headline label={<Trans>Starts</Trans>} figure={<Day at={startDate} />}>
          <InDays moment={startDate} />
        </Headline>
      );
    case 'ends':
      return (
        <Headline label={<Trans>Ends</Trans>} figure={cancelAt ? <Day at={cancelAt} /> : '–'}>
          {cancelAt && <InDays moment={cancelAt} />} · <Trans>nothing more is charged</Trans>
        </Headline>
      );
    case 'trialEnds':
      return (
        <Headline label={<Trans>Trial ends</Trans>} figure={expirationDate ? <Day at={expirationDate} /> : '–'}>
          {expirationDate && <InDays moment={expirationDate} />}
          {' · '}
          {upcoming && upcoming.amountDue > 0 ? (
            <ThenDue upcoming={upcoming} />
          ) : (
            <Trans>nothing is charged then</Trans>
          )}
        </Headline>
      );
    case 'free':
      return (
        <Headline label={<Trans>Next payment</Trans>} figure={<Trans>Nothing</Trans>}>
          <Trans>This plan is free.</Trans>
        </Headline>
      );
    default:
      if (upcoming) return <Charge subscription={subscription} upcoming={upcoming} />;
      if (upcoming === undefined && !isUnknown && can('invoices.view')) return <ChargeSkeleton />;
      return (
        <Headline label={<Trans>Next payment, before tax</Trans>} figure={money(amount, currency)}>
          {expirationDate && (
            <>
              <Day at={expirationDate} /> · <InDays moment={expirationDate} />
            </>
          )}
        </Headline>
      );
  }
}

/** The amount owed, the last attempt to charge it, and the next one. */
function Unpaid({ unpaid }: Pick<SubscriptionDetail, 'unpaid'>) {
  const { money } = useFormat();
  const failed = unpaid?.failedAt ? <Day at={unpaid.failedAt} /> : null;
  const next = unpaid?.nextAttempt ? <Day at={unpaid.nextAttempt} /> : null;
  return (
    <Headline label={<Trans>Unpaid</Trans>} figure={money(unpaid?.amount ?? 0, unpaid?.currency)} isBad>
      {failed && <Trans>Last tried {failed}</Trans>}
      {next && (
        <>
          {failed && ' · '}
          <Trans>next try {next}</Trans>
        </>
      )}
    </Headline>
  );
}

function ThenDue({ upcoming }: { upcoming: UpcomingInvoice }) {
  const { money } = useFormat();
  const amount = money(upcoming.amountDue, upcoming.currency);
  return <Trans>then {amount}</Trans>;
}

/** The charge with its day and card, split if credit pays a part of it. */
function Charge({ subscription, upcoming }: { subscription: SubscriptionDetail; upcoming: UpcomingInvoice }) {
  const { money } = useFormat();
  const { currency } = upcoming;
  const card = upcoming.amountDue;
  const { fromCredit: credit } = findSettlement(upcoming);
  const cardAmount = money(card, currency);
  const creditAmount = money(credit, currency);
  const asOf = <Day at={upcoming.asOf} withTime />;
  return (
    <Headline label={<Trans>Next payment</Trans>} figure={money(upcoming.amountDue, currency)}>
      <Day at={upcoming.created} className="font-medium text-ink" /> · <InDays moment={upcoming.created} />
      {subscription.paymentMethod && card > 0 && (
        <>
          {' · '}
          <CardText card={subscription.paymentMethod} />
        </>
      )}
      {credit > 0 && (
        <SplitBar
          className="mt-3"
          parts={[
            { key: 'card', tone: 'accent', value: card, label: <Trans>Card {cardAmount}</Trans> },
            { key: 'credit', tone: 'ok', value: credit, label: <Trans>Credit {creditAmount}</Trans> },
          ]}
        />
      )}
      {upcoming.stale && (
        <span className="mt-2 block text-sm text-warning">
          <Trans>As of {asOf}: the payment provider does not answer now.</Trans>
        </span>
      )}
    </Headline>
  );
}

function EndReason({ reason }: { reason: SubscriptionDetail['endReason'] }) {
  switch (reason) {
    case 'unpaid':
      return <Trans>It ended because it was not paid.</Trans>;
    case 'trialEnded':
      return <Trans>The trial is over.</Trans>;
    case 'canceled':
      return <Trans>It was canceled.</Trans>;
    default:
      return null;
  }
}

/** 'in 9 days', 'tomorrow', 'today'. */
function InDays({ moment }: { moment: string }) {
  const days = daysLeft(moment);
  if (days <= 0) return <Trans>today</Trans>;
  return <Plural value={days} one="in # day" other="in # days" />;
}

interface HeadlineProps {
  label: ReactNode;
  figure: ReactNode;
  isBad?: boolean;
  children: ReactNode;
}

function Headline({ label, figure, isBad = false, children }: HeadlineProps) {
  return (
    <>
      <p className="text-sm text-muted">{label}</p>
      <p className={`mt-0.5 text-price leading-9 font-semibold tracking-tight tabular-nums ${isBad ? 'text-bad' : ''}`}>
        {figure}
      </p>
      <div className="mt-0.5 text-muted">{children}</div>
    </>
  );
}

function ChargeSkeleton() {
  return (
    <Headline label={<Trans>Next payment</Trans>} figure={<Skeleton className="my-1 h-7 w-32" />}>
      <Skeleton className="h-5 w-52" />
    </Headline>
  );
}
