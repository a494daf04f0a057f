import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocale } from '../../../lib/locale.ts';
import { type ChangeAnswer, settled } from '../../../lib/operation.ts';
import { announceHoldings } from '../../../lib/other-tabs.ts';
import { isCanceled } from '../../../lib/problem.ts';
import { reportProblem } from '../../../lib/report-problem.ts';
import { isEnding } from '../subscription-rules.ts';
import { type SubscriptionDetail, subscriptionQuery } from './get-subscription.ts';

/**
 * Follows a change that was being confirmed when the page came, and shows what came of it.
 * @param isFollowed false while the page follows its own change
 * @param onCanceled told where it was canceled by it, as after a cancellation here. @param needsContact an invoice is still to be paid
 */
export function useAwaitChange(
  subscription: SubscriptionDetail,
  isFollowed: boolean,
  onCanceled: (needsContact: boolean) => void,
): void {
  const queryClient = useQueryClient();
  const { queryKey } = subscriptionQuery(subscription.id, useLocale());
  const wasEnding = isEnding(subscription);
  const pendingOperationId = isFollowed ? subscription.pendingOperationId : null;
  const tell = useEffectEvent((isMade: boolean) => {
    const after = queryClient.getQueryData(queryKey);
    if (isMade && after && isEnding(after)) onCanceled(after.unpaid !== null);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whether it was ending is of the moment at which the following begins
  useEffect(() => {
    if (pendingOperationId === null) return;
    const leaving = new AbortController();
    const follow = async () => {
      let isMade = false;
      try {
        const { status } = await settled<ChangeAnswer>(
          { operationId: pendingOperationId, status: 'pending' },
          { signal: leaving.signal },
        );
        isMade = status === 'succeeded';
      } catch (error) {
        if (isCanceled(error)) return;
        reportProblem(error);
      }
      await announceHoldings(queryClient);
      tell(isMade && !wasEnding);
    };
    void follow();
    return () => leaving.abort();
  }, [pendingOperationId, queryClient]);
}
