import { createStore } from './store.ts';

/** The card that the user wants to replace; null if none. A dialog on the page handles it. */
export const cardReplacementRequest = createStore<{ paymentMethodId: string } | null>(null);

/** Opens the replacement of a saved card over the page. */
export function requestCardReplacement(paymentMethodId: string): void {
  cardReplacementRequest.set({ paymentMethodId });
}
