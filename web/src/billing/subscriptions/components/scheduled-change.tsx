import { Trans, useLingui } from '@lingui/react/macro';
import type { Subscription } from '@portico/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.tsx';
import { settled } from '../../../lib/operation.ts';
import { announceHoldings } from '../../../lib/other-tabs.ts';
import { can } from '../../../lib/permissions.ts';
import { reportProblem } from '../../../lib/report-problem.ts';
import { requestAction } from '../../../lib/requested-action.ts';
import { useUnits } from '../../../lib/units.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Day } from '../../../ui/moment.tsx';
import type { SubscriptionDetail } from '../subscriptions.api.ts';
import { useAmountText } from './subscription-text.tsx';

type Scheduled = NonNullable<Subscription['scheduledChange']>;

interface ScheduledChangeNoticeProps {
  subscription: SubscriptionDetail;
  /** No operation of the subscription is pending. */
  isSettled: boolean;
  /** There is a row in which another change can be chosen. */
  isChangeable: boolean;
  /** Called when the change was taken back, so that its row closes. */
  onTakenBack: () => void;
}

/** The subscription after its period, with buttons to change or cancel the change (SCH-5, SCH-10). */
export function ScheduledChangeNotice({
  subscription,
  isSettled,
  isChangeable,
  onTakenBack,
}: ScheduledChangeNoticeProps) {
  const { number } = useFormat();
  const amountText = useAmountText();
  const contents = useScheduledContents(subscription.unit);
  const { scheduledChange: change, currency, seats, unit } = subscription;
  const units = useUnits();
  if (!change) return null;
  const day = <Day at={change.at} />;
  const what = contents(change);
  const price = amountText({ ...change, currency });
  const inUse = seats && change.seats > 0 && seats.inUse > change.seats ? number(seats.inUse) : null;
  const places = units.count(unit, change.seats);
  return (
    <Alert
      tone={inUse ? 'warning' : 'info'}
      actions={
        isSettled &&
        can('subscriptions.manage') && (
          <>
            {isChangeable && (
              <Button size="sm" onClick={() => requestAction('change', subscription.id)}>
                <Trans comment="Button: chooses another change in place of one that waits">Change</Trans>
              </Button>
            )}
            <KeepPresent id={subscription.id} onTakenBack={onTakenBack} />
          </>
        )
      }
    >
      <strong className="font-semibold">
        <Trans>
          From {day}: {what}.
        </Trans>
      </strong>{' '}
      <Trans>Until then nothing changes. After that it costs {price}, before tax.</Trans>
      {inUse && (
        <>
          {' '}
          <Trans>
            {inUse} are in use, and there will be {places}. Those that were assigned last lose theirs.
          </Trans>
        </>
      )}
    </Alert>
  );
}

/** 'Starter · 3 seats · Alerts': the scheduled content. */
function useScheduledContents(unit: Subscription['unit']): (change: Scheduled) => string {
  const units = useUnits();
  const { number } = useFormat();
  return ({ subscriptionPlanName, quantity, items }) =>
    [
      subscriptionPlanName,
      ...(quantity > 0 ? [units.count(unit, quantity)] : []),
      ...items
        .filter(({ kind }) => kind !== 'base')
        .map((item) => (item.quantity > 1 ? `${item.caption} × ${number(item.quantity)}` : item.caption)),
    ].join(' · ');
}

/** Takes the change back without confirmation; the page shows what remains. */
function KeepPresent({ id, onTakenBack }: { id: number; onTakenBack: () => void }) {
  const takeBack = useTakeBackChange();
  return (
    <Button
      size="sm"
      pending={takeBack.isPending}
      onClick={() => takeBack.mutate(id, { onSuccess: onTakenBack, onError: reportProblem })}
    >
      <Trans>Keep what I have</Trans>
    </Button>
  );
}

/** Takes a scheduled change back (SCH-7), and follows it until it is settled. */
function useTakeBackChange() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) =>
      settled(await api('DELETE /api/Subscription/{id}/ScheduledChange', { params: { id } }), {
        onPending: () => void announceHoldings(queryClient),
      }),
    meta: { showsErrors: true },
    onSuccess: () => notify.success(t`The scheduled change is taken back`),
    onSettled: () => announceHoldings(queryClient),
  });
}
