import type { Locale } from '@portico/contract';
import { type MessageKey, translate } from '../../core/messages/index.ts';

/** Stripe's descriptions of payments for subscriptions, which are always English. */
const descriptions: Readonly<Record<string, MessageKey>> = {
  'Subscription creation': 'payment.subscriptionCreated',
  'Subscription update': 'payment.subscriptionContinued',
  'Payment for Invoice': 'payment.ofInvoice',
};

/** A payment's description in the reader's language (PAY-10). The vendor's own texts are not translated. */
export function describePayment(description: string | null, locale: Locale): string | null {
  const key = description === null ? undefined : descriptions[description];
  return key ? translate(locale, key) : description;
}
