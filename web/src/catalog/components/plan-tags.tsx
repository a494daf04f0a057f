import { Trans } from '@lingui/react/macro';
import type { SubscriptionPlan } from '@portico/contract';
import { useDayText } from '../../lib/use-day-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { findPlanState } from '../model/plan-state.ts';

/** The plan's state for the account, or the vendor's own text for a featured plan. */
export function PlanTag({ plan }: { plan: SubscriptionPlan }) {
  const dayText = useDayText();
  const state = findPlanState(plan);
  if (state === 'current') {
    return (
      <Badge tone="ok">
        <Trans>Current plan</Trans>
      </Badge>
    );
  }
  if (state === 'expired') {
    return (
      <Badge tone="warning">
        <Trans>Expired</Trans>
      </Badge>
    );
  }
  if (state === 'upcoming' && plan.startDate) {
    const start = dayText(plan.startDate.slice(0, 10));
    return (
      <Badge tone="neutral">
        <Trans>From {start}</Trans>
      </Badge>
    );
  }
  return plan.featured && plan.featuredText ? <Badge tone="solid">{plan.featuredText}</Badge> : null;
}
