import { preloaded } from '../../lib/preloaded.ts';
import { createStore } from '../../lib/store.ts';

/** Cents charged now. */
export interface Due {
  readonly amount: number;
  readonly currency: string;
}

/** A purchase that waits until its operator confirms the amount and says who ordered it (PUR-42). */
interface OrdererRequest {
  /** Null if nothing is charged now. */
  readonly due: Due | null;
  /** Null if the operator closed the question. */
  readonly onAnswered: (orderedBy: string | null) => void;
}

/** The open request, which `OrdererQuestion` answers, or null. */
export const ordererRequest = createStore<OrdererRequest | null>(null);

/**
 * Asks an operator who acts as a user to confirm the amount, and who ordered the purchase.
 * @returns undefined for customers, who are not asked; null if the operator closed the question
 */
export function askForOrderer(due: Due | null): Promise<string | null | undefined> {
  if (!preloaded().actingAs) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    ordererRequest.set({
      due,
      onAnswered: (orderedBy) => {
        ordererRequest.set(null);
        resolve(orderedBy);
      },
    });
  });
}
