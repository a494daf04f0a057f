import { createStore } from './store.ts';

/** The invoice that somebody wants to pay now, by its id at the payment provider; null while there is none. A dialog of the page answers it. */
export const paymentRequest = createStore<string | null>(null);

/** Opens the payment of an invoice over the page. */
export function requestPayment(invoiceId: string): void {
  paymentRequest.set(invoiceId);
}
