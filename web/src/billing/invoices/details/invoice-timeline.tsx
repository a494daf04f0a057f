import { EventTimeline } from '../../../ui/event-timeline.tsx';
import { useInvoiceEvents } from '../invoices.api.ts';

const mainTypes = [
  ['invoice.created'],
  [
    'invoice.paid',
    'payment_intent.payment_failed',
    'invoice.payment_failed',
    'invoice.voided',
    'invoice.marked_uncollectible',
  ],
  ['invoice.sent'],
];

/** The events of an invoice and its payments (INV-11). */
export function InvoiceTimeline({ id }: { id: string }) {
  return <EventTimeline query={useInvoiceEvents(id)} main={mainTypes} />;
}
