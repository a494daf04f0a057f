import { EventTimeline } from '../../../ui/event-timeline.tsx';
import { usePaymentEvents } from '../payments.api.ts';

const mainTypes = [
  ['payment_intent.created'],
  ['payment_intent.succeeded', 'payment_intent.payment_failed', 'payment_intent.canceled'],
  ['charge.refunded', 'charge.dispute.created', 'invoice.sent'],
];

/** The events of a payment, and of its charges, refunds and invoice (INV-11). */
export function PaymentTimeline({ id }: { id: string }) {
  return <EventTimeline query={usePaymentEvents(id)} main={mainTypes} />;
}
