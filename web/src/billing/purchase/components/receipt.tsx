import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useMedia } from '../../../lib/use-media.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ProductLogo } from '../../../ui/product-logo.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { Price } from '../model/receipt.ts';
import { selectedPricePlan } from '../model/selection.ts';
import type { EstimateState } from '../purchase.api.ts';
import { ChangeSummary } from './change-summary.tsx';
import { phone } from './flow-bar.tsx';
import { useFlow } from './flow-context.ts';
import { LaterPayments } from './later-payments.tsx';
import { EstimatedAmounts, LaterHeading, SelectionLines, TotalAmounts } from './receipt-amounts.tsx';

interface ReceiptProps {
  price: Price | null;
  estimate: Pick<EstimateState, 'error' | 'totals' | 'isOutdated' | 'isFetching' | 'refetch'>;
  /** Whether nothing has been changed yet. */
  isUnchanged: boolean;
  /** Whether the changes are shown here instead of in the step. */
  showsChanges: boolean;
}

/** The chosen items and their price, now and later, updated with each choice (PUR-32). */
export function Receipt({ isConfirming, ...props }: ReceiptProps & { isConfirming: boolean }) {
  // On a phone, a sheet above the bar contains the receipt; only the confirmation shows all of it.
  const isPhone = useMedia(phone);
  if (isPhone && !isConfirming) return null;
  return (
    <Card className="px-6 py-5 max-sm:px-4">
      <ReceiptContent {...props} />
    </Card>
  );
}

/** The receipt without its frame, for the sheet of a phone. */
export function ReceiptContent({ price, estimate, isUnchanged, showsChanges }: ReceiptProps) {
  const { isChange } = useFlow();
  return (
    <div aria-busy={estimate.isOutdated && price !== null} className="aria-busy:reloading">
      <ReceiptHead />
      {isChange && !isUnchanged && price?.kind === 'estimate' && <LaterHeading estimate={price.estimate} />}
      <SelectionLines />
      {isChange && showsChanges && price?.kind === 'estimate' && (
        <div className="mt-4 border-t border-line pt-4">
          <ChangeSummary consequences={price.estimate.consequences} />
        </div>
      )}
      {isUnchanged ? (
        <Note>
          <Trans>This is what you have now. What a change costs is shown here.</Trans>
        </Note>
      ) : (
        <ReceiptFigures price={price} estimate={estimate} />
      )}
    </div>
  );
}

function ReceiptFigures({ price, estimate }: Pick<ReceiptProps, 'price' | 'estimate'>) {
  const { totals, error } = estimate;
  if (price?.kind === 'estimate') {
    return (
      <>
        <EstimatedAmounts price={price} />
        <LaterPayments price={price} />
      </>
    );
  }
  if (price?.kind === 'totals') {
    return (
      <>
        <TotalAmounts totals={price.totals} />
        <Note>
          <Trans>Tax and what is due today are shown before you confirm.</Trans>
        </Note>
      </>
    );
  }
  if (totals?.error) {
    return (
      <ErrorState
        className="px-0 py-4"
        error={totals.error}
        title={<Trans>The total could not be calculated</Trans>}
        onRetry={() => {
          void totals.refetch();
          void estimate.refetch();
        }}
        isRetrying={totals.isFetching || estimate.isFetching}
      />
    );
  }
  // Errors are shown at their field, or above the step.
  if (error) return null;
  return <FiguresSkeleton />;
}

function ReceiptHead() {
  const { product, plan, state } = useFlow();
  const { nickname } = selectedPricePlan(plan, state);
  return (
    <div className="flex items-center gap-3 border-b border-line pb-4">
      <ProductLogo name={product.displayName} logo64={product.logo64} />
      <p className="min-w-0">
        <span className="block font-semibold">{product.displayName}</span>
        <span className="block text-sm text-muted">
          {plan.name}
          {!plan.isTrial && `, ${nickname.toLocaleLowerCase()}`}
        </span>
      </p>
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="mt-4 border-t border-line pt-4 text-sm text-muted">{children}</p>;
}

function FiguresSkeleton() {
  return (
    <div aria-hidden="true" className="mt-4 border-t border-line pt-4">
      {['subtotal', 'tax'].map((row) => (
        <div key={row} className="flex justify-between py-1">
          <Skeleton className="w-24" />
          <Skeleton className="w-16" />
        </div>
      ))}
      <div className="mt-3 flex items-center justify-between border-t border-line pt-4">
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-8 w-28" />
      </div>
      <Skeleton className="mt-4 h-20 w-full rounded-card" />
    </div>
  );
}
