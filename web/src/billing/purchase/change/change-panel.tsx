import { Trans } from '@lingui/react/macro';
import type { ChangeTime, UnitName } from '@portico/contract';
import { type Dues, findDues } from '@portico/contract/dues';
import { type Dispatch, type ReactNode, useEffect, useReducer, useState } from 'react';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes.tsx';
import { OrdererQuestion } from '../components/orderer-question.tsx';
import type { Change, HeldSubscription } from '../model/changes.ts';
import type { SubscriptionPlan } from '../model/plan.ts';
import { quantityProblem } from '../model/quantity.ts';
import { selectedPricePlan, toSelection } from '../model/selection.ts';
import { useNextCharges } from '../purchase.api.ts';
import { AddonsChoice } from './addons-choice.tsx';
import { ChangeFooter } from './change-footer.tsx';
import { ChangeDone, ChangeNotice, ChangeProgress, ChangeUnconfirmed } from './change-outcome.tsx';
import {
  type ChangeAction,
  type ChangeState,
  type ChangeSubject,
  changesIn,
  getPlan,
  reduceChange,
  startChange,
} from './change-state.ts';
import { ChangeTable } from './change-table.tsx';
import { type ChoiceProps, PeriodChoice, PlanChoice, QuantityChoice } from './choices.tsx';
import { useChangeEstimate } from './estimate.ts';
import { TimeChoice } from './time-choice.tsx';
import { useChange } from './use-change.ts';

export interface ChangePanelProps {
  subject: ChangeSubject;
  productId: string;
  subscriptionId: number;
  /** The plans on sale, including the account's own. */
  plans: readonly SubscriptionPlan[];
  held: HeldSubscription & { currency: string; unit: UnitName };
  /** The card that is charged if something is due today; null without one. */
  paymentMethodId: string | null;
  /** The card as shown to the user; omitted without one. */
  card?: ReactNode;
  /** Called if the payment provider declined the card, because the known cards may be outdated. */
  onCardRefused: () => void;
  /** Opens the choice of another card; null if the card cannot be changed. */
  onChangeCard: (() => void) | null;
  /** A link to the purchase flow, which asks for a missing address. */
  fullFlow: ReactNode;
  onClose: () => void;
}

/** A change of a subscription inside its row: the choice, its effect, the amount due, and the button. */
export function ChangePanel(props: ChangePanelProps) {
  const { productId, subscriptionId, plans, held, paymentMethodId, onClose } = props;
  const [state, dispatch] = useChangeState(plans, held);
  const calls = useChange(productId, dispatch, props.onCardRefused);
  const [shown, setShown] = useState<Dues | null>(null);
  const [scheduledFor, setScheduledFor] = useState<string | null>(null);
  const { payment } = state.flow;
  const changes = changesIn(state, plans, held);
  const isChanged = changes.length > 0 && payment.phase !== 'succeeded';
  const selection = toSelection(getPlan(plans, state.planId), state.flow);
  const [when, setWhen] = useState<ChangeTime>('periodEnd');
  const estimate = useChangeEstimate(productId, isChanged ? { ...selection, when } : null);
  useFreshEstimate(state.flow.quoteAttempt, estimate.refetch);
  const charges = useNextCharges();
  const dues = estimate.data && findDues(estimate.data, subscriptionId, charges);
  const make = () => {
    if (!dues || estimate.isOutdated) return;
    setShown(dues);
    const card = paymentMethodId && dues.today > 0 ? { paymentMethodId } : {};
    const startsAt = estimate.data?.startsAt ?? null;
    setScheduledFor(startsAt);
    void calls.make(
      { ...selection, ...card, when: startsAt ? 'periodEnd' : 'now' },
      { amount: dues.today, currency: held.currency },
    );
  };
  switch (payment.phase) {
    case 'succeeded':
      return (
        <ChangeDone
          result={payment.result}
          dues={shown}
          scheduledFor={scheduledFor}
          currency={held.currency}
          onClose={onClose}
        />
      );
    case 'authenticating':
    case 'pending':
    case 'abandoning':
      return <ChangeProgress phase={payment.phase} />;
    case 'unauthenticated':
      return <ChangeUnconfirmed payment={payment} calls={calls} />;
    default: {
      const isBusy = payment.phase === 'buying' || calls.isQuoting;
      return (
        <>
          <ChangeForm
            {...props}
            {...{ state, dispatch, changes, estimate, dues, isBusy, when }}
            onWhen={setWhen}
            onMake={make}
          />
          <OrdererQuestion />
        </>
      );
    }
  }
}

/** The state of the change, which starts with what the account holds. */
function useChangeState(plans: readonly SubscriptionPlan[], held: HeldSubscription) {
  return useReducer(
    (before: ChangeState, action: ChangeAction) => reduceChange(before, action, plans, held),
    undefined,
    () => startChange(plans, held),
  );
}

interface ChangeFormProps extends ChangePanelProps {
  state: ChangeState;
  dispatch: Dispatch<ChangeAction>;
  changes: readonly Change[];
  estimate: ReturnType<typeof useChangeEstimate>;
  dues: Dues | undefined;
  isBusy: boolean;
  when: ChangeTime;
  onWhen: (when: ChangeTime) => void;
  onMake: () => void;
}

function ChangeForm(props: ChangeFormProps) {
  const { subject, plans, held, state, dispatch, changes, estimate, dues, isBusy } = props;
  const { payment, notice } = state.flow;
  const plan = getPlan(plans, state.planId);
  const isRefused = payment.phase === 'refused';
  const refusal = quantityProblem(estimate.error);
  const isUnknown = !estimate.data || estimate.isOutdated || estimate.error !== null;
  return (
    <div className="overflow-hidden rounded-card border border-line-strong">
      <UnsavedChangesGuard isChanged={changes.length > 0 && payment.phase === 'idle'} />
      <Choice
        subject={subject}
        asksQuantity={changes.length > 0 && (plan.maxQuantity > 1 || refusal !== undefined)}
        error={refusal ?? (notice?.reason === 'quantity' ? notice.message : undefined)}
        choice={{ plans, held, state, dispatch, unit: held.unit, disabled: isBusy }}
      />
      {changes.length > 0 && estimate.data?.waitsUntil && (
        <TimeChoice value={props.when} periodEnd={estimate.data.waitsUntil} disabled={isBusy} onChange={props.onWhen} />
      )}
      {changes.length > 0 && estimate.data && dues && (
        <ChangeTable
          changes={changes}
          estimate={estimate.data}
          dues={dues}
          periods={{ now: held, after: selectedPricePlan(plan, state.flow) }}
          currency={held.currency}
          unit={held.unit}
          isOutdated={estimate.isOutdated}
        />
      )}
      {changes.length > 0 && !estimate.data && !estimate.error && <TableSkeleton />}
      {changes.length > 0 && estimate.error && !estimate.isOutdated && !refusal && (
        <ErrorState
          className="border-t border-line py-6"
          error={estimate.error}
          title={<Trans>What this costs could not be calculated</Trans>}
          onRetry={() => void estimate.refetch()}
          isRetrying={estimate.isFetching}
        />
      )}
      <ChangeNotice notice={notice} isRefused={isRefused} fullFlow={props.fullFlow} onChangeCard={props.onChangeCard} />
      <ChangeFooter
        changes={changes}
        due={estimate.data?.subscriptionUpdateInvoiceDetails.amountDue ?? null}
        startsAt={estimate.data?.startsAt ?? null}
        held={held}
        isPending={isBusy}
        isBlocked={changes.length === 0 || isUnknown || isRefused}
        card={props.card}
        onMake={props.onMake}
        onClose={props.onClose}
      />
    </div>
  );
}

interface ChoiceOfProps {
  subject: ChangeSubject;
  /** Whether the chosen plan has units, or its only one is refused because more are in use. */
  asksQuantity: boolean;
  /** The error of the quantity. */
  error: string | undefined;
  choice: ChoiceProps;
}

/** The choices of the row; another plan also asks for its quantity. */
function Choice({ subject, asksQuantity, error, choice }: ChoiceOfProps) {
  return (
    <div className="p-4">
      {subject === 'plan' && <PlanChoice {...choice} />}
      {subject === 'addons' && <AddonsChoice {...choice} />}
      {subject === 'period' && <PeriodChoice {...choice} />}
      {subject === 'quantity' && <QuantityChoice {...choice} error={error} />}
      {subject === 'plan' && asksQuantity && (
        <div className="mt-4 border-t border-line pt-4">
          <QuantityChoice {...choice} error={error} />
        </div>
      )}
      {(subject === 'addons' || subject === 'period') && error && (
        <p role="alert" className="mt-3 text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

/** Requests a new estimate after the price has changed. */
function useFreshEstimate(quoteAttempt: number, refetch: () => Promise<unknown>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count alone says that the price has moved
  useEffect(() => {
    if (quoteAttempt > 0) void refetch();
  }, [quoteAttempt]);
}

function TableSkeleton() {
  return (
    <div aria-hidden="true" className="border-t border-line">
      {['head', 'what', 'price', 'today', 'next'].map((row) => (
        <div key={row} className="flex h-10 items-center justify-between border-b border-line px-4">
          <Skeleton className="w-40" />
          <Skeleton className="w-20" />
        </div>
      ))}
    </div>
  );
}
