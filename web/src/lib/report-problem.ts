import { t } from '@lingui/core/macro';
import { ConfirmationCanceled } from './confirmation.ts';
import { notify } from './notify.tsx';
import { ApiError, describeProblem, isCanceled } from './problem.ts';

/**
 * Shows a failed call as a toast, except silent ones (WEB-3): cancellations, also of a confirmation, the code `file`, and failures that
 * already redirected.
 */
export function reportProblem(error: unknown): void {
  if (isCanceled(error) || error instanceof ConfirmationCanceled) return;
  if (error instanceof ApiError) {
    if (error.code === 'file' || error.code === 'Unauthorized' || error.code === 'Forbidden') return;
  } else {
    console.error(error);
  }
  const isCard = error instanceof ApiError && error.code === 'CardError';
  const words = describeProblem(error);
  notify.error(isCard ? `${words} ${t`Try another card, or ask your bank.`}` : words);
}
