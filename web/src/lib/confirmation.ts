import { ApiError } from './problem.ts';
import { createStore } from './store.ts';

/** A pending request for the user's confirmation. */
export interface ConfirmationRequest {
  /** Called after the user confirmed. */
  readonly onConfirmed: () => void;
  readonly onCanceled: () => void;
}

/** The open request, which a dialog on the page answers, or null. */
export const confirmationRequest = createStore<ConfirmationRequest | null>(null);

/** The user closed the confirmation dialog. Nothing was done, and no message is needed. */
export class ConfirmationCanceled extends Error {
  override readonly name = 'ConfirmationCanceled';
}

function askForConfirmation(): Promise<void> {
  return new Promise((resolve, reject) => {
    const answered = (then: () => void) => () => {
      confirmationRequest.set(null);
      then();
    };
    confirmationRequest.set({
      onConfirmed: answered(resolve),
      onCanceled: answered(() => reject(new ConfirmationCanceled('the user did not confirm'))),
    });
  });
}

/**
 * Asks for confirmation before an action that is not a call, such as a form that opens another site.
 * @param confirmedUntil UTC, ISO 8601; null without a recent confirmation
 * @throws ConfirmationCanceled if the user closed the dialog
 */
export async function confirmFirst(confirmedUntil: string | null): Promise<void> {
  if (confirmedUntil === null || new Date(confirmedUntil).getTime() <= Date.now()) await askForConfirmation();
}

/**
 * Makes a call that changes sign-in methods. If the server needs a confirmation (CON-1), it asks the user and repeats
 * the call.
 * @throws ConfirmationCanceled if the user closed the dialog; otherwise the call's error
 */
export async function withConfirmation<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'ConfirmationRequired') throw error;
  }
  await askForConfirmation();
  return call();
}
