import { t } from '@lingui/core/macro';
import type { OperationStatus } from '@portico/contract';
import { api } from './api.ts';
import { notify } from './notify.tsx';
import { ApiError, unlessMissed } from './problem.ts';
import { lookDelay, wait } from './wait.ts';

/** What every answer to a change at the payment provider begins with. */
export interface ChangeAnswer {
  readonly operationId: string;
  readonly status: OperationStatus;
}

interface Following {
  readonly signal?: AbortSignal;
  /** Called once when the outcome is not known at once. */
  readonly onPending?: () => void;
}

/**
 * Waits until a change that is still being confirmed is settled; never makes it a second time.
 * @throws ApiError with the reason when it failed; the browser's AbortError when `signal` ended the waiting, not the change
 */
export async function settled<Answer extends ChangeAnswer>(answer: Answer, following: Following = {}): Promise<Answer> {
  const { signal, onPending } = following;
  if (answer.status !== 'pending') return answer;
  notify.info(t`This is being confirmed with the payment provider. There is nothing you need to do.`);
  onPending?.();
  for (let attempt = 0; ; attempt++) {
    await wait(lookDelay(attempt), signal);
    const { operationId } = answer;
    const request = { params: { operationId }, ...(signal && { signal }) };
    const now = await unlessMissed(api('GET /api/Billing/Operations/{operationId}', request));
    if (!now || now.status === 'pending') continue;
    if (now.error) throw new ApiError(409, { code: 'Conflict', message: now.error.message, requestId: '' });
    return { ...answer, status: now.status };
  }
}
