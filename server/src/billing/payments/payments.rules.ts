import type { Locale } from '@portico/contract';
import { type Product, presentUnit } from '../../catalog/index.ts';
import { localize, type MessageKey, translate } from '../../core/messages/index.ts';
import type { PaymentSubject } from '../invoices/invoices.queries.ts';

/** Stripe's descriptions of payments for subscriptions, which are always English. */
const descriptions: Readonly<Record<string, MessageKey>> = {
  'Subscription creation': 'payment.subscriptionCreated',
  'Subscription update': 'payment.subscriptionContinued',
  'Payment for Invoice': 'payment.ofInvoice',
};

/** The keys of descriptions with a product, by Stripe's reason for the invoice. */
const reasons: Readonly<Record<string, MessageKey>> = {
  subscription_create: 'payment.created',
  subscription_cycle: 'payment.renewed',
  subscription_update: 'payment.changed',
};

/**
 * A payment's description in the reader's language, with product and cause if its invoice is known (PAY-10). The vendor's
 * own texts are not translated.
 */
export function describePayment(
  description: string | null,
  subject: Pick<PaymentSubject, 'reason' | 'unitsAdded'> | null,
  product: Pick<Product, 'displayName' | 'licensingType' | 'unit'> | undefined,
  locale: Locale,
): string | null {
  const key = description === null ? undefined : descriptions[description];
  if (!key) return description;
  const reason = reasons[subject?.reason ?? ''];
  if (!product || !reason) return translate(locale, key);
  const name = localize(product.displayName, locale);
  const added = subject?.unitsAdded ?? 0;
  if (reason !== 'payment.changed' || added <= 0) return translate(locale, reason, { product: name });
  return translate(locale, 'payment.unitsAdded', { product: name, added, ...presentUnit(product, locale) });
}
