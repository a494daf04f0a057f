/** The sandbox's own call: the outcome of a 3-D Secure challenge. */
export const OWN = ['POST /v1/3ds2/authenticate'];

/** Calls of Stripe's API for these objects that the sandbox lacks, with the reason. The README has the same list. */
export const LEFT_OUT: readonly { reason: string; calls: readonly string[] }[] = [
  {
    reason: "a mirror uses lists with filters and events, because Stripe's search index lags by a minute",
    calls: [
      'GET /v1/charges/search',
      'GET /v1/customers/search',
      'GET /v1/invoices/search',
      'GET /v1/payment_intents/search',
      'GET /v1/prices/search',
      'GET /v1/products/search',
      'GET /v1/subscriptions/search',
    ],
  },
  {
    reason: 'sources and direct charges are legacy calls, which payment methods replace',
    calls: [
      'GET /v1/customers/:/sources',
      'GET /v1/customers/:/sources/:',
      'POST /v1/customers/:/sources',
      'POST /v1/customers/:/sources/:',
      'POST /v1/customers/:/sources/:/verify',
      'DELETE /v1/customers/:/sources/:',
      'POST /v1/charges',
    ],
  },
  {
    reason: 'payments are captured when they are confirmed',
    calls: [
      'POST /v1/charges/:/capture',
      'POST /v1/payment_intents/:/capture',
      'POST /v1/payment_intents/:/increment_authorization',
      'GET /v1/payment_intents/:/amount_details_line_items',
    ],
  },
  {
    reason: 'bank transfers, cash balances and microdeposits need payment methods other than cards',
    calls: [
      'GET /v1/customers/:/cash_balance',
      'POST /v1/customers/:/cash_balance',
      'GET /v1/customers/:/cash_balance_transactions',
      'GET /v1/customers/:/cash_balance_transactions/:',
      'POST /v1/customers/:/funding_instructions',
      'POST /v1/payment_intents/:/apply_customer_balance',
      'POST /v1/payment_intents/:/verify_microdeposits',
      'POST /v1/setup_intents/:/verify_microdeposits',
      'POST /v1/refunds/:/cancel',
    ],
  },
  {
    reason: 'an invoice has one payment, and its lines change with their invoice items',
    calls: [
      'POST /v1/invoices/:/attach_payment',
      'POST /v1/invoices/:/lines/:',
      'POST /v1/invoices/:/remove_lines',
      'POST /v1/invoices/:/update_lines',
    ],
  },
  {
    reason: 'discounts apply to subscriptions, items and invoices, not to customers',
    calls: ['DELETE /v1/customers/:/discount'],
  },
  {
    reason: 'tax numbers belong to customers, and only the calls below a customer are supported',
    calls: ['GET /v1/tax_ids', 'GET /v1/tax_ids/:', 'POST /v1/tax_ids', 'DELETE /v1/tax_ids/:'],
  },
  {
    reason: 'entitlements are a separate product of Stripe',
    calls: [
      'GET /v1/products/:/features',
      'GET /v1/products/:/features/:',
      'POST /v1/products/:/features',
      'DELETE /v1/products/:/features/:',
    ],
  },
  {
    reason:
      'every subscription has the flexible billing mode, and is paused with `pause_collection` or at the end of a trial',
    calls: ['POST /v1/subscriptions/:/migrate', 'POST /v1/subscriptions/:/pause'],
  },
  {
    reason: 'neither the portal nor its tests call these',
    calls: [
      'GET /v1/customers/:/balance_transactions/:',
      'POST /v1/customers/:/balance_transactions/:',
      'GET /v1/customers/:/payment_methods/:',
      'GET /v1/payment_methods',
      'GET /v1/tokens/:',
      'POST /v1/setup_intents/:',
      'POST /v1/setup_intents/:/cancel',
      'GET /v1/setup_attempts',
      'POST /v1/charges/:',
      'POST /v1/refunds/:',
      'GET /v1/balance_transactions',
      'GET /v1/balance_transactions/:',
      'DELETE /v1/products/:',
      'DELETE /v1/coupons/:',
      'POST /v1/subscriptions/:/resume',
      'DELETE /v1/subscriptions/:/discount',
      'GET /v1/subscription_items',
      'GET /v1/subscription_items/:',
      'POST /v1/subscription_items',
      'POST /v1/subscription_items/:',
      'DELETE /v1/subscription_items/:',
      'POST /v1/invoices/:/add_lines',
      'POST /v1/invoices/:/mark_uncollectible',
      'GET /v1/tax_rates',
      'POST /v1/tax_rates/:',
      'POST /v1/credit_notes/:',
      'GET /v1/events/:',
      'GET /v1/webhook_endpoints/:',
      'POST /v1/webhook_endpoints/:',
    ],
  },
];
