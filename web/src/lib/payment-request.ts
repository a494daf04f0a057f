import { createStore } from './store.ts';

/**
 * The invoice that the user wants to pay now, by its id at the payment provider; null if none. A dialog on the page
 * answers it.
 */
export const paymentRequest = createStore<string | null>(null);

/** Opens the payment of an invoice over the page. */
export function requestPayment(invoiceId: string): void {
  paymentRequest.set(invoiceId);
}
