import { Plural, Trans } from '@lingui/react/macro';
import type { Application, SubscriptionPlan } from '@portico/contract';
import { useId } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import { ProductLogo } from '../../ui/product-logo.tsx';
import { SkeletonText } from '../../ui/skeleton.tsx';
import { usePlans } from '../catalog.api.ts';
import { recommendedPlan } from '../model/plan-layout.ts';
import { findPlanPrice, listBillingIntervals, startingBillingInterval } from '../model/plan-prices.ts';
import { PlanFeatures } from './plan-features.tsx';
import { PlanPriceText } from './plan-price.tsx';

interface StartHereProps {
  product: Application;
  /** Whether a purchase of the product is unsettled. */
  isUnsettled: boolean;
}

/** Suggests a product to an account that has nothing yet, with the plan that the vendor features. */
export function StartHere({ product, isUnsettled }: StartHereProps) {
  const { data, isPending } = usePlans(product.id);
  const heading = useId();
  const { id, displayName, description, logo64, trialDays } = product;
  const plan = data && recommendedPlan(data.items);
  return (
    <section aria-labelledby={heading}>
      <Card className="grid gap-x-10 gap-y-6 p-5 sm:p-7 lg:grid-cols-[1fr_minmax(320px,420px)] lg:items-center">
        <div className="flex flex-col items-start">
          <div className="flex items-center gap-3.5">
            <ProductLogo name={displayName} logo64={logo64} />
            <h2 id={heading} className="text-xl font-semibold tracking-tight">
              <Trans>Start with {displayName}</Trans>
            </h2>
          </div>
          <p className="mt-3 max-w-xl text-muted">{description}</p>
          {trialDays !== null && (
            <p className="mt-3 font-medium">
              <Plural value={trialDays} one="Free for # day, no card needed" other="Free for # days, no card needed" />
            </p>
          )}
          <div className="mt-6 max-sm:w-full [&>*]:max-sm:w-full">
            <ButtonLink to="/Products/$id/Subscription" params={{ id }} variant="primary">
              {isUnsettled ? (
                <Trans>Details</Trans>
              ) : trialDays !== null ? (
                <Trans>Start free trial</Trans>
              ) : (
                <Trans>Choose a plan</Trans>
              )}
              <span className="sr-only">{displayName}</span>
            </ButtonLink>
          </div>
        </div>
        {isPending ? (
          <SkeletonText lines={5} className="min-h-56 rounded-card border border-line p-5" />
        ) : (
          plan && <RecommendedPlan plan={plan} plans={data.items} product={product} />
        )}
      </Card>
    </section>
  );
}

interface RecommendedPlanProps {
  plan: SubscriptionPlan;
  plans: readonly SubscriptionPlan[];
  product: Application;
}

function RecommendedPlan({ plan, plans, product }: RecommendedPlanProps) {
  const billingInterval = startingBillingInterval(listBillingIntervals(plans), undefined);
  return (
    <div className="min-h-56 rounded-card border border-line bg-canvas p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-lg font-semibold tracking-tight">{plan.name}</h3>
        <Badge tone="accent">{plan.featuredText ?? <Trans>Recommended</Trans>}</Badge>
      </div>
      <p className="mt-0.5 text-muted">{plan.description}</p>
      <div className="mt-3">
        <PlanPriceText plan={plan} price={findPlanPrice(plan, billingInterval)} unit={product.unit} isSmall />
      </div>
      <PlanFeatures features={plan.features.slice(0, 4)} footnotes={new Map()} className="mt-3" />
    </div>
  );
}
