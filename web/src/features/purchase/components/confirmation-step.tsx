import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useLocale } from '../../../lib/locale.ts';
import { refreshHoldings } from '../../../lib/other-tabs.ts';
import { ApiError, describeProblem } from '../../../lib/problem.ts';
import { countryChoices } from '../../../lib/reference.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton, SkeletonText } from '../../../ui/skeleton.tsx';
import type { useQuote } from '../api/preview-purchase.ts';
import { storeCoupon } from '../model/coupon-storage.ts';
import type { FlowAction } from '../model/flow.ts';
import { selectedPricePlan } from '../model/selection.ts';
import { ChangeSummary } from './change-summary.tsx';
import { useFlow } from './flow-context.ts';
import { FlowNotice } from './flow-notice.tsx';
import { InvoicePreview } from './invoice-preview.tsx';
import { PriceMoments } from './price-moments.tsx';
import { StepHeading } from './step-heading.tsx';

/** Where a refused quote leads: the step at which its cause can be corrected. Null where only trying again can help. */
function refusedQuote(error: unknown): FlowAction | null {
  if (!(error instanceof ApiError)) return null;
  const message = describeProblem(error);
  if (error.code === 'InvalidCoupon') return { type: 'couponRefused', message };
  if (error.code === 'CardError') return { type: 'sentBack', notice: { step: 'checkout', reason: 'card', message } };
  if (error.code !== 'ValidationError') return null;
  const properties = Object.keys(error.problem.propertyErrors ?? {});
  if (properties.some((property) => property.startsWith('shippingDetails'))) {
    return { type: 'sentBack', notice: { step: 'checkout', reason: 'address', message } };
  }
  if (properties.some((property) => property.startsWith('items'))) {
    return { type: 'sentBack', notice: { step: 'customize', reason: 'quantity', message } };
  }
  return null;
}

interface ConfirmationStepProps {
  quote: ReturnType<typeof useQuote>;
  takesFocus: boolean;
}

/** Everything about the purchase once more, before the button that makes it. */
export function ConfirmationStep({ quote: { data, error, isFetching, refetch }, takesFocus }: ConfirmationStepProps) {
  const { plan, state, dispatch, renderCardName } = useFlow();
  const pricePlan = selectedPricePlan(plan, state);
  const queryClient = useQueryClient();

  useEffect(() => {
    // A refusal may be because what is shown here is outdated.
    if (error instanceof ApiError) void refreshHoldings(queryClient);
    const action = refusedQuote(error);
    if (!action) return;
    if (action.type === 'couponRefused') storeCoupon(null);
    dispatch(action);
  }, [error, dispatch, queryClient]);

  const recurringDiffers = data && data.recurringInvoiceDetails.total !== data.subscriptionUpdateInvoiceDetails.total;
  return (
    <div>
      <StepHeading title={<Trans>Check and confirm</Trans>} takesFocus={takesFocus} />
      <FlowNotice step="confirmation" />
      {data ? (
        <div className="flex flex-col gap-5">
          <ChangeSummary />
          <PriceMoments quote={data} pricePlan={pricePlan} />
          <Card className="p-5 shadow-none">
            <InvoicePreview
              preview={data.subscriptionUpdateInvoiceDetails}
              currency={pricePlan.currency}
              totalLabel={<Trans>Due today</Trans>}
            />
          </Card>
          {recurringDiffers && data.recurringInvoiceDetails.total > 0 && (
            <details className="group rounded-card border border-line px-5 py-3.5">
              <summary className="flex cursor-pointer list-none items-center justify-between gap-4 rounded font-medium">
                <Trans>What later payments consist of</Trans>
                <ChevronDown
                  aria-hidden="true"
                  className="size-4 text-muted transition-transform group-open:rotate-180"
                />
              </summary>
              <div className="pt-4 pb-1.5">
                <InvoicePreview
                  preview={data.recurringInvoiceDetails}
                  currency={pricePlan.currency}
                  totalLabel={<Trans>Each later payment</Trans>}
                />
              </div>
            </details>
          )}
          <dl className="grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-2">
            <Fact label={<Trans>Business address</Trans>}>
              <AddressText />
            </Fact>
            <Fact label={<Trans>Card</Trans>}>{state.paymentMethodId && renderCardName(state.paymentMethodId)}</Fact>
          </dl>
        </div>
      ) : error && !refusedQuote(error) ? (
        <ErrorState
          error={error}
          title={<Trans>The final price could not be calculated</Trans>}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <ConfirmationSkeleton />
      )}
    </div>
  );
}

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-1 wrap-anywhere">{children}</dd>
    </div>
  );
}

function AddressText() {
  const { address } = useFlow().state;
  const locale = useLocale();
  const country = countryChoices(locale).find(({ value }) => value === address.country)?.label;
  const lines = [
    address.name,
    address.line1,
    address.line2,
    [address.city, address.state, address.postalCode].filter(Boolean).join(' '),
    country,
  ];
  return (
    <address className="not-italic">
      {lines.filter(Boolean).map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </address>
  );
}

function ConfirmationSkeleton() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-5">
      <div className="rounded-card border border-line p-5">
        <div className="grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-2">
          {['now', 'later'].map((moment) => (
            <div key={moment}>
              <Skeleton className="my-0.5 w-20" />
              <Skeleton className="mt-1.5 h-8 w-32" />
            </div>
          ))}
        </div>
        <Skeleton className="mt-4 h-5 w-4/5" />
      </div>
      <div className="rounded-card border border-line p-5">
        <SkeletonText lines={4} className="gap-4" />
      </div>
    </div>
  );
}
