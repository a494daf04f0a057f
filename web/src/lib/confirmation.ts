import { ApiError } from './problem.ts';
import { createStore } from './store.ts';

/** Somebody waits for the user to confirm that it is really them. */
export interface ConfirmationRequest {
  /** The user confirmed: what was wanted is done now. */
  readonly onConfirmed: () => void;
  readonly onCanceled: () => void;
}

/** The open question, which a dialog of the page answers; null while there is none. */
export const confirmationRequest = createStore<ConfirmationRequest | null>(null);

/** The user closed the question: nothing was done, and nothing has to be told. */
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
 * Has the user confirm before something that is no call, such as a form that leads to another site.
 * @param confirmedUntil UTC, ISO 8601; null where nothing was confirmed lately @throws ConfirmationCanceled when the user closed the question
 */
export async function confirmFirst(confirmedUntil: string | null): Promise<void> {
  if (confirmedUntil === null || new Date(confirmedUntil).getTime() <= Date.now()) await askForConfirmation();
}

/**
 * Makes a call that changes one's ways in. Where the server wants a confirmation (CON-1), the user is asked, and the call is made again.
 * @throws ConfirmationCanceled when the user closed the question; else what the call throws
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
