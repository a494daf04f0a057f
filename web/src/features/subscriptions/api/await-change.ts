import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { settled } from '../../../lib/operation.ts';
import { announceHoldings } from '../../../lib/other-tabs.ts';
import { isCanceled } from '../../../lib/problem.ts';
import { reportProblem } from '../../../lib/report-problem.ts';

/** Follows a change that was being confirmed when the page came, and shows what came of it. */
export function useAwaitChange(pendingOperationId: string | null): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (pendingOperationId === null) return;
    const leaving = new AbortController();
    const follow = async () => {
      try {
        await settled({ operationId: pendingOperationId, status: 'pending' }, { signal: leaving.signal });
      } catch (error) {
        if (isCanceled(error)) return;
        reportProblem(error);
      }
      await announceHoldings(queryClient);
    };
    void follow();
    return () => leaving.abort();
  }, [pendingOperationId, queryClient]);
}
