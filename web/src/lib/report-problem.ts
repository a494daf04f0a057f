import { notify } from './notify.tsx';
import { ApiError, describeProblem, isCanceled } from './problem.ts';

/** Shows a failed call as a toast, save those that stay silent (WEB-3): canceled, code `file`, and what already led elsewhere. */
export function reportProblem(error: unknown): void {
  if (isCanceled(error)) return;
  if (error instanceof ApiError) {
    if (error.code === 'file' || error.code === 'Unauthorized' || error.code === 'Forbidden') return;
  } else {
    console.error(error);
  }
  notify.error(describeProblem(error));
}
