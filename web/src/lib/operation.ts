import { t } from '@lingui/core/macro';
import type { OperationStatus } from '@portico/contract';
import { api } from './api.ts';
import { notify } from './notify.tsx';
import { ApiError, unlessMissed } from './problem.ts';
import { pollDelay, wait } from './wait.ts';

/** The common members of every answer to a change at the payment provider. */
export interface ChangeAnswer {
  readonly operationId: string;
  readonly status: OperationStatus;
}

interface Following {
  readonly signal?: AbortSignal;
  /** Called once if the outcome is not known immediately. */
  readonly onPending?: () => void;
}

/**
 * Waits until a pending change is settled; never repeats it.
 * @throws ApiError with the reason if the change failed; the browser's AbortError if `signal` ended the waiting, not
 * the change
 */
export async function settled<Answer extends ChangeAnswer>(answer: Answer, following: Following = {}): Promise<Answer> {
  const { signal, onPending } = following;
  if (answer.status !== 'pending') return answer;
  notify.info(t`This is being confirmed with the payment provider. There is nothing you need to do.`);
  onPending?.();
  for (let attempt = 0; ; attempt++) {
    await wait(pollDelay(attempt), signal);
    const { operationId } = answer;
    const request = { params: { operationId }, ...(signal && { signal }) };
    const now = await unlessMissed(api('GET /api/Billing/Operations/{operationId}', request));
    if (!now || now.status === 'pending') continue;
    if (now.error) throw new ApiError(409, { code: 'Conflict', message: now.error.message, requestId: '' });
    return { ...answer, status: now.status };
  }
}
