import { Trans } from '@lingui/react/macro';
import type { SubscriptionPlan } from '@portico/contract';
import type { WarmUp } from '../../lib/lazy.tsx';
import { can } from '../../lib/permissions.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { Button } from '../../ui/button.tsx';
import { ContactLink } from '../../ui/contact-link.tsx';
import { findOffer } from '../model/plan-state.ts';

export interface PlanActionProps {
  plan: SubscriptionPlan;
  /** Starts the purchase. */
  onChoose: () => void;
  /** Loads the purchase while the pointer rests on the button. */
  warmUp: WarmUp;
  isBlock?: boolean;
  /** An operation of the product is pending, so no plan of the product can be bought. */
  isUnsettled?: boolean;
  /** Restores the account's subscription, which has to come before any change; undefined if it renews. */
  onRestore?: (() => void) | undefined;
  /** True for a visitor, who buys by signing up; by default it depends on the user's rights. */
  mayBuy?: boolean;
  /** The button is shown as customers will see it, and does nothing. */
  isPreview?: boolean;
}

/** The button of a plan, labeled by the plan's state for the account (CAT-10), or the reason why the plan has no button. */
export function PlanAction(props: PlanActionProps) {
  const {
    plan,
    onChoose,
    warmUp,
    isBlock = false,
    isUnsettled = false,
    onRestore,
    mayBuy = can('purchase.buy'),
    isPreview,
  } = props;
  const offer = findOffer(plan, {
    mayBuy,
    contact: preloaded().links.contact,
    needsRestoring: onRestore !== undefined,
  });
  switch (offer.kind) {
    case 'contact':
      return (
        <ContactLink href={offer.url} block={isBlock}>
          <Trans>Contact us</Trans>
          <span className="sr-only">{plan.name}</span>
        </ContactLink>
      );
    case 'buy':
      if (isUnsettled) {
        return (
          <p className="flex min-h-9 items-center text-sm text-muted">
            <Trans>Being confirmed</Trans>
          </p>
        );
      }
      return (
        <Button
          variant={plan.featured && plan.subscribeAction !== 'ChangeOptions' ? 'primary' : 'secondary'}
          block={isBlock}
          disabled={isPreview}
          aria-haspopup="dialog"
          {...warmUp}
          onClick={onChoose}
        >
          <SubscribeLabel plan={plan} />
          <span className="sr-only">{plan.name}</span>
        </Button>
      );
    case 'restore':
      return (
        <Button variant="primary" block={isBlock} onClick={onRestore}>
          <Trans>Restore</Trans>
          <span className="sr-only">{plan.name}</span>
        </Button>
      );
    case 'unavailable':
      return <Unavailable reason={offer.reason} />;
    case 'none':
      return null;
  }
}

type UnavailableOffer = Extract<ReturnType<typeof findOffer>, { kind: 'unavailable' }>;

/** The reason why the account cannot buy the plan. */
function Unavailable({ reason }: Pick<UnavailableOffer, 'reason'>) {
  return (
    <p className="flex min-h-9 items-center text-sm text-muted">
      {reason === 'trialUsed' && <Trans>You have had this product already, so there is no further trial.</Trans>}
      {reason === 'upcoming' && <Trans>Not on sale yet.</Trans>}
      {reason === 'restoreFirst' && <Trans>Restore your subscription to switch plans.</Trans>}
      {reason === 'notOnSale' && <Trans>Not on sale at the moment.</Trans>}
    </p>
  );
}

function SubscribeLabel({ plan: { subscribeAction, isTrial } }: Pick<PlanActionProps, 'plan'>) {
  switch (subscribeAction) {
    case 'Resubscribe':
      return <Trans>Resubscribe</Trans>;
    case 'ChangeOptions':
      return <Trans>Change options</Trans>;
    case 'SwitchTo':
      return <Trans comment="Button of a plan; the plan's name stands above it">Switch to</Trans>;
    default:
      return isTrial ? <Trans>Start the free trial</Trans> : <Trans>Subscribe</Trans>;
  }
}
