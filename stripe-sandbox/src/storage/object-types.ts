import type Stripe from 'stripe';
import { idOf } from '../ids.ts';

/** Every stored type, with the SDK's type of its API form. */
export interface ObjectTypes {
  balance_transaction: Stripe.BalanceTransaction;
  charge: Stripe.Charge;
  coupon: Stripe.Coupon;
  credit_note: Stripe.CreditNote;
  customer: Stripe.Customer;
  customer_balance_transaction: Stripe.CustomerBalanceTransaction;
  discount: Stripe.Discount;
  event: Stripe.Event;
  invoice: Stripe.Invoice;
  invoice_payment: Stripe.InvoicePayment;
  invoiceitem: Stripe.InvoiceItem;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  price: Stripe.Price;
  product: Stripe.Product;
  promotion_code: Stripe.PromotionCode;
  refund: Stripe.Refund;
  setup_attempt: Stripe.SetupAttempt;
  setup_intent: Stripe.SetupIntent;
  subscription: Stripe.Subscription;
  subscription_schedule: Stripe.SubscriptionSchedule;
  tax_id: Stripe.TaxId;
  tax_rate: Stripe.TaxRate;
  'test_helpers.test_clock': Stripe.TestHelpers.TestClock;
  token: Stripe.Token;
  webhook_endpoint: Stripe.WebhookEndpoint;
}

export type ObjectType = keyof ObjectTypes;

const EVERY_TYPE: Record<ObjectType, true> = {
  balance_transaction: true,
  charge: true,
  coupon: true,
  credit_note: true,
  customer: true,
  customer_balance_transaction: true,
  discount: true,
  event: true,
  invoice: true,
  invoice_payment: true,
  invoiceitem: true,
  payment_intent: true,
  payment_method: true,
  price: true,
  product: true,
  promotion_code: true,
  refund: true,
  setup_attempt: true,
  setup_intent: true,
  subscription: true,
  subscription_schedule: true,
  tax_id: true,
  tax_rate: true,
  'test_helpers.test_clock': true,
  token: true,
  webhook_endpoint: true,
};

/** The names of all stored types. */
export const OBJECT_TYPES = Object.keys(EVERY_TYPE) as ObjectType[];

/** The update event of each type. Types that are missing here have none. */
export const UPDATED_EVENTS: Partial<Record<ObjectType, string>> = {
  charge: 'charge.updated',
  coupon: 'coupon.updated',
  credit_note: 'credit_note.updated',
  customer: 'customer.updated',
  invoice: 'invoice.updated',
  payment_method: 'payment_method.updated',
  price: 'price.updated',
  product: 'product.updated',
  promotion_code: 'promotion_code.updated',
  refund: 'refund.updated',
  subscription: 'customer.subscription.updated',
  subscription_schedule: 'subscription_schedule.updated',
  tax_id: 'customer.tax_id.updated',
  tax_rate: 'tax_rate.updated',
};

const REFERENCES = [
  'charge',
  'coupon',
  'credit_note',
  'customer',
  'invoice',
  'payment_intent',
  'payment_method',
  'product',
  'promotion_code',
  'setup_intent',
  'source',
  'subscription',
] as const;

/** The ids of the objects that `data` refers to, for filters of lists. */
export function relatedIds(type: ObjectType, data: object): string[] {
  const fields = data as Record<string, unknown>;
  const ids = new Set<string>();
  const add = (reference: unknown) => {
    if (typeof reference === 'string') ids.add(reference);
    else if (typeof reference === 'object' && reference !== null && 'id' in reference) ids.add(String(reference.id));
  };
  for (const name of REFERENCES) add(fields[name]);
  switch (type) {
    case 'subscription':
      for (const item of (data as Stripe.Subscription).items.data) {
        add(item.id);
        add(item.price.id);
      }
      break;
    case 'invoice':
      add((data as Stripe.Invoice).parent?.subscription_details?.subscription);
      break;
    case 'invoiceitem':
      add((data as Stripe.InvoiceItem).parent?.subscription_details?.subscription);
      break;
    case 'invoice_payment':
      add((data as Stripe.InvoicePayment).payment.payment_intent);
      add((data as Stripe.InvoicePayment).payment.charge);
      break;
    case 'promotion_code':
      add((data as Stripe.PromotionCode).promotion.coupon);
      break;
    case 'discount':
      add((data as Stripe.Discount).source.coupon);
      break;
    case 'event': {
      const { object } = (data as Stripe.Event).data;
      add(object);
      for (const id of relatedIds((object as { object: ObjectType }).object, object)) ids.add(id);
      break;
    }
    default:
  }
  return [...ids];
}

/** The customer of an object; a customer's own id. Null without one. */
export function customerOf(type: ObjectType, data: object): string | null {
  if (type === 'customer') return (data as Stripe.Customer).id;
  if (type === 'event') {
    const { object } = (data as Stripe.Event).data;
    return customerOf((object as { object: ObjectType }).object, object);
  }
  return idOf((data as { customer?: string | { id: string } | null }).customer);
}
