import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { BadgePercent, CalendarSync, type LucideIcon, MessageCircle, PackageOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../../../lib/cn.ts';
import { useFormat } from '../../../lib/format.ts';
import { useIntervalWords } from '../../../lib/interval-words.ts';
import { describeProblem } from '../../../lib/problem.ts';
import { requestAction } from '../../../lib/requested-action.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { ContactLink } from '../../../ui/contact-link.tsx';
import type { SubscriptionDetail } from '../subscriptions.api.ts';
import { type CancellationOffer, useAcceptOffer, useFollowOffer } from './cancellation-offers-query.ts';

interface CancelOfferProps {
  offer: CancellationOffer;
  subscription: SubscriptionDetail;
  /** Disabled during another action. */
  disabled: boolean;
  /** Waits for pending requests before an offer is accepted. */
  beforeStay: () => Promise<void>;
  /** Called if the customer stays; the dialog closes. */
  onStay: () => void;
}

/** An offer of the vendor to a canceling customer, accepted with one click (CXL-5). */
export function CancelOffer({ offer, subscription, disabled, beforeStay, onStay }: CancelOfferProps) {
  const accept = useAcceptOffer(subscription.id, { beforeStay, onStay });
  const follow = useFollowOffer(subscription.id);
  const lookAt = (action: 'changePlan' | 'changePeriod') => {
    follow.mutate(offer.id);
    onStay();
    requestAction(action, subscription.id);
  };
  return (
    <li
      className={cn(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border p-4',
        offer.kind === 'coupon' ? 'border-accent bg-accent-soft/40' : 'border-line',
      )}
    >
      <div className="flex min-w-52 flex-1 items-start gap-3 max-sm:basis-full">
        <Icon kind={offer.kind} />
        <div className="min-w-0 flex-1">
          <p className="font-semibold">
            <Title offer={offer} subscription={subscription} />
          </p>
          {offer.text && <p className="text-sm text-muted">{offer.text}</p>}
        </div>
      </div>
      <div className="ml-auto">
        {offer.kind === 'coupon' && (
          <Button
            variant="primary"
            size="sm"
            disabled={disabled}
            pending={accept.isPending}
            onClick={() => accept.mutate(offer.id)}
          >
            <Trans>Take this offer and stay</Trans>
          </Button>
        )}
        {offer.kind === 'plan' && (
          <Button size="sm" disabled={disabled} onClick={() => lookAt('changePlan')}>
            <Trans>See the plans</Trans>
          </Button>
        )}
        {offer.kind === 'interval' && (
          <Button size="sm" disabled={disabled} onClick={() => lookAt('changePeriod')}>
            <Trans>See what it costs</Trans>
          </Button>
        )}
        {offer.kind === 'contact' && (
          <ContactLink href={offer.url} variant="secondary" size="sm">
            <Trans>Contact us</Trans>
          </ContactLink>
        )}
      </div>
      {accept.isError && (
        <Alert tone="bad" className="w-full">
          {describeProblem(accept.error)}
        </Alert>
      )}
    </li>
  );
}

const icons: Record<CancellationOffer['kind'], LucideIcon> = {
  coupon: BadgePercent,
  plan: PackageOpen,
  interval: CalendarSync,
  contact: MessageCircle,
};

function Icon({ kind }: Pick<CancellationOffer, 'kind'>) {
  const Picture = icons[kind];
  return <Picture aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent-text" />;
}

function Title({ offer, subscription }: Pick<CancelOfferProps, 'offer' | 'subscription'>): ReactNode {
  const { t } = useLingui();
  const { money, number } = useFormat();
  const { often } = useIntervalWords();
  switch (offer.kind) {
    case 'coupon':
      return <CouponTitle offer={offer} />;
    case 'plan': {
      const { planName } = offer;
      const amount = money(offer.amountPerMonth, offer.currency);
      const unit = subscription.unit.one;
      return (
        <Trans>
          {planName} may be enough: {amount} a month for each {unit}
        </Trans>
      );
    }
    case 'interval': {
      const period = often({ interval: offer.interval, intervalCount: 1 });
      const saved = number(offer.percentSaved);
      const percent = t`${saved}%`;
      return offer.percentSaved > 0 ? (
        <Trans>
          Pay {period}, and save {percent}
        </Trans>
      ) : (
        <Trans>Pay {period} instead</Trans>
      );
    }
    case 'contact':
      return <Trans>Talk to us first</Trans>;
  }
}

function CouponTitle({ offer }: { offer: Extract<CancellationOffer, { kind: 'coupon' }> }) {
  const { t } = useLingui();
  const { money, number } = useFormat();
  const { percentOff, amountOff, currency, duration, months } = offer;
  const saved = number(percentOff ?? 0);
  const off = percentOff === null ? money(amountOff ?? 0, currency) : t`${saved}%`;
  if (duration === 'once') return <Trans>Stay, with {off} off your next invoice</Trans>;
  if (duration === 'forever') return <Trans>Stay, with {off} off from now on</Trans>;
  return (
    <>
      <Trans comment="Followed by: for 3 months">Stay, with {off} off</Trans>{' '}
      <Plural value={months ?? 0} one="for # month" other="for # months" />
    </>
  );
}
