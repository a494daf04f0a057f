import { createStore } from './store.ts';

/** A card that the user wants to replace; null if none. A dialog on the page answers it. */
export const cardReplacementRequest = createStore<{ paymentMethodId: string } | null>(null);

/** Opens the replacement of a saved card over the page. */
export function requestCardReplacement(paymentMethodId: string): void {
  cardReplacementRequest.set({ paymentMethodId });
}
