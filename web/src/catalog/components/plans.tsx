import { Trans } from '@lingui/react/macro';
import type { SubscriptionPlan, UnitName } from '@portico/contract';
import { paths } from '@portico/contract/browser';
import { Tags } from 'lucide-react';
import { useState } from 'react';
import type { WarmUp } from '../../lib/lazy.tsx';
import { can } from '../../lib/permissions.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { useMedia } from '../../lib/use-media.ts';
import { Card } from '../../ui/card.tsx';
import { ContactLink } from '../../ui/contact-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { TextLink } from '../../ui/link.tsx';
import type { usePlans } from '../catalog.api.ts';
import { arrangePlans, collectFootnotes } from '../model/plan-layout.ts';
import {
  type BillingInterval,
  bestSavings,
  listBillingIntervals,
  startingBillingInterval,
} from '../model/plan-prices.ts';
import { BillingIntervalSwitch } from './billing-interval-switch.tsx';
import { BigPlanCard, SmallPlanCard } from './plan-card.tsx';
import { PlansSkeleton } from './plans-skeleton.tsx';

/** Plan cards fit side by side. */
const wide = '(width >= 768px)';

interface PlansProps {
  /** Requested by the page: a second observer that mounts after an error would retry endlessly. */
  plans: Pick<ReturnType<typeof usePlans>, 'error' | 'isPending' | 'isFetching'> & {
    data: { items: SubscriptionPlan[]; product: { unit: UnitName } } | undefined;
    refetch: () => unknown;
  };
  /** The account's current billing interval for the product. */
  ownBillingInterval?: BillingInterval | undefined;
  onChoose: (plan: SubscriptionPlan, billingInterval: BillingInterval) => void;
  /** Preloads what `onChoose` opens. */
  warmUp: WarmUp;
  /** An operation of the product is pending. */
  isUnsettled: boolean;
  /** Restores the account's subscription to the product; undefined if it renews. */
  onRestore?: (() => void) | undefined;
  /** The viewer is a visitor: the buttons lead to the sign-up, and links load documents. */
  isVisitor?: boolean;
  /** An operator previews the plans; nothing can be bought. */
  isPreview?: boolean;
}

/** The plans of a product as cards, with prices in one billing interval at a time. */
export function Plans(props: PlansProps) {
  const { ownBillingInterval, onChoose, warmUp, isUnsettled, onRestore, isVisitor = false, isPreview = false } = props;
  const mayBuy = isVisitor || isPreview || can('purchase.buy');
  const { data, error, isPending, isFetching, refetch } = props.plans;
  const [chosen, setChosen] = useState<BillingInterval | null>(null);
  const isWide = useMedia(wide);
  if (error && !data) {
    return (
      <Card>
        <ErrorState
          error={error}
          title={<Trans>The plans could not be loaded</Trans>}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </Card>
    );
  }
  if (isPending || !data) return <PlansSkeleton />;
  const plans = data.items;
  if (plans.length === 0) return <NoPlans />;
  const billingIntervals = listBillingIntervals(plans);
  const billingInterval = chosen ?? startingBillingInterval(billingIntervals, ownBillingInterval);
  const { big, small } = arrangePlans(plans, isWide);
  const footnotes = collectFootnotes([...big, ...small]);
  const { unit } = data.product;
  const shared = { billingInterval, footnotes, warmUp, unit, isUnsettled, onRestore, mayBuy, isPreview };
  return (
    <div>
      {billingIntervals.length > 1 && (
        <div className="mb-5">
          <BillingIntervalSwitch
            billingIntervals={billingIntervals}
            value={billingInterval}
            onChange={setChosen}
            savings={bestSavings(plans)}
          />
        </div>
      )}
      {big.length > 0 && (
        <div className="grid grid-cols-1 gap-4 md:grid-cols-[repeat(auto-fit,minmax(210px,1fr))]">
          {big.map((plan) => (
            <BigPlanCard key={plan.id} plan={plan} onChoose={() => onChoose(plan, billingInterval)} {...shared} />
          ))}
        </div>
      )}
      {small.length > 0 && (
        <div className="mt-4 flex flex-col gap-3">
          {small.map((plan) => (
            <SmallPlanCard key={plan.id} plan={plan} onChoose={() => onChoose(plan, billingInterval)} {...shared} />
          ))}
        </div>
      )}
      <PlanNotes footnotes={footnotes} mayBuy={mayBuy} isVisitor={isVisitor} />
    </div>
  );
}

interface PlanNotesProps {
  footnotes: ReadonlyMap<string, number>;
  mayBuy: boolean;
  isVisitor: boolean;
}

function PlanNotes({ footnotes, mayBuy, isVisitor }: PlanNotesProps) {
  return (
    <div className="mt-5 flex flex-col gap-1 text-xs text-muted">
      {[...footnotes].map(([footnote, number]) => (
        <p key={footnote}>
          <sup>{number}</sup> {footnote}
        </p>
      ))}
      {!mayBuy && (
        <p>
          <Trans>The owner and the admins of your account can choose a plan.</Trans>
        </p>
      )}
      <p>
        <Trans>Prices are before tax. A subscription renews automatically until it is canceled.</Trans>{' '}
        {isVisitor ? (
          <a href={paths.subscriptionTerms} target="_blank" rel="noreferrer" className="font-medium text-accent-text">
            <Trans>Terms of subscription</Trans>
          </a>
        ) : (
          <TextLink to={paths.subscriptionTerms}>
            <Trans>Terms of subscription</Trans>
          </TextLink>
        )}
      </p>
    </div>
  );
}

function NoPlans() {
  return (
    <Card>
      <EmptyState
        icon={Tags}
        title={<Trans>There are no plans to choose from</Trans>}
        description={<Trans>Write to us, and we will find what suits you.</Trans>}
        action={
          <ContactLink href={preloaded().links.contact}>
            <Trans>Contact us</Trans>
          </ContactLink>
        }
      />
    </Card>
  );
}
