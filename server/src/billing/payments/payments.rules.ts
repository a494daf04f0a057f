import type { Locale } from '@portico/contract';
import { type MessageKey, translate } from '../../core/messages/index.ts';

/** What Stripe calls the payments of subscriptions' invoices, always in English. */
const descriptions: Readonly<Record<string, MessageKey>> = {
  'Subscription creation': 'payment.subscriptionCreated',
  'Subscription update': 'payment.subscriptionContinued',
  'Payment for Invoice': 'payment.ofInvoice',
};

/** A payment's description in the reader's language (PAY-10). What the vendor wrote stays as it is. */
export function describePayment(description: string | null, locale: Locale): string | null {
  const key = description === null ? undefined : descriptions[description];
  return key ? translate(locale, key) : description;
}
