import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { cn } from '../../../lib/cn.ts';
import { useFormat } from '../../../lib/format.ts';
import { ApiError } from '../../../lib/problem.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { PurchaseTotals, useTotals } from '../api/calculate-totals.ts';
import { selectedPricePlan } from '../model/selection.ts';
import { useBillingIntervalText } from './billing-interval-text.ts';
import { useFlow } from './flow-context.ts';

/** The totals that belong to a step: without add-ons while one customizes, with them afterwards (PUR-32). */
export function totalsOf(totals: PurchaseTotals, isCustomizing: boolean) {
  return isCustomizing
    ? { subtotal: totals.customizePurchaseSubtotal, total: totals.customizePurchaseTotal }
    : { subtotal: totals.completePurchaseSubtotal, total: totals.completePurchaseTotal };
}

interface TotalsCardProps {
  totals: ReturnType<typeof useTotals>;
  isCustomizing: boolean;
}

/** What the selection costs, live while one chooses; keeps its size while new figures are on their way. */
export function TotalsCard({
  totals: { data, error, isOutdated, isFetching, refetch },
  isCustomizing,
}: TotalsCardProps) {
  const { plan, state, held, isDirect } = useFlow();
  const { money } = useFormat();
  const { per } = useBillingIntervalText();
  const { currency } = selectedPricePlan(plan, state);
  const isField = error instanceof ApiError && (error.code === 'ValidationError' || error.code === 'InvalidCoupon');
  // What is wrong stands under its field.
  if (isField && !data) return null;
  if (error && !data) {
    return (
      <div className={frame}>
        <ErrorState
          className="px-0 py-4"
          error={error}
          title={<Trans>The total could not be calculated</Trans>}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </div>
    );
  }
  if (!data) return <TotalsSkeleton />;
  const { subtotal, total } = totalsOf(data, isCustomizing);
  const current = data.customizePurchaseCurrentCost;
  const discount = subtotal.amount - total.amount;
  return (
    <div className={frame}>
      <dl aria-busy={isOutdated} className={cn('transition-opacity', isOutdated && 'opacity-60')}>
        {current.amount > 0 && (
          <Row
            label={current.label}
            amount={[money(current.amount, currency), held && per(held)].filter(Boolean).join(' ')}
            className="border-b border-line pb-3 text-muted"
          />
        )}
        <Row
          label={subtotal.label}
          amount={money(subtotal.amount, currency)}
          className={cn(current.amount > 0 && 'pt-3')}
        />
        {discount > 0 && (
          <Row label={<Trans>Discount</Trans>} amount={money(-discount, currency)} className="pt-1.5 text-ok" />
        )}
        <Row
          label={total.label}
          amount={money(total.amount, currency)}
          className="mt-3 border-t border-line pt-3 text-lg font-semibold"
        />
      </dl>
      {!isDirect && <p className="mt-1 text-right text-sm text-muted">{total.note}</p>}
      {!isDirect && (
        <p className="mt-3 text-xs text-muted">
          <Trans>Tax and what is due today are shown before you confirm.</Trans>
        </p>
      )}
    </div>
  );
}

const frame = 'rounded-card border border-line bg-canvas p-4';

function Row({ label, amount, className }: { label: ReactNode; amount: string; className?: string }) {
  return (
    <div className={cn('flex items-baseline justify-between gap-4', className)}>
      <dt>{label}</dt>
      <dd className="whitespace-nowrap tabular-nums">{amount}</dd>
    </div>
  );
}

function TotalsSkeleton() {
  return (
    <div aria-hidden="true" className={frame}>
      <div className="flex justify-between py-0.5">
        <Skeleton className="w-20" />
        <Skeleton className="w-16" />
      </div>
      <div className="mt-3 flex justify-between border-t border-line pt-3.5">
        <Skeleton className="h-5 w-14" />
        <Skeleton className="h-5 w-24" />
      </div>
      <Skeleton className="mt-2 ml-auto h-4 w-36" />
      <Skeleton className="mt-4 h-3 w-full" />
    </div>
  );
}
