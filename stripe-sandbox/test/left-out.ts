/** The sandbox's own call: the outcome of a 3-D Secure challenge. */
export const OWN = ['POST /v1/3ds2/authenticate'];

/** Calls of Stripe's API for these objects that the sandbox lacks, with the reason. The README has the same list. */
export const LEFT_OUT: readonly { reason: string; calls: readonly string[] }[] = [
  {
    reason: 'search runs on an index that lags by a minute; lists with filters and events serve a mirror better',
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
    reason: 'sources and direct charges are the way before payment methods; Stripe advises against them',
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
    reason: 'payments are captured when they are confirmed, so nothing waits to be captured or raised',
    calls: [
      'POST /v1/charges/:/capture',
      'POST /v1/payment_intents/:/capture',
      'POST /v1/payment_intents/:/increment_authorization',
      'GET /v1/payment_intents/:/amount_details_line_items',
    ],
  },
  {
    reason: 'bank transfers, cash balances and small deposits belong to payment methods other than cards',
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
    reason: 'discounts stand on subscriptions, items and invoices; customers cannot be given one here',
    calls: ['DELETE /v1/customers/:/discount'],
  },
  {
    reason: 'the fixed table behind automatic tax knows addresses and exemptions, not tax numbers',
    calls: [
      'GET /v1/customers/:/tax_ids',
      'GET /v1/customers/:/tax_ids/:',
      'POST /v1/customers/:/tax_ids',
      'DELETE /v1/customers/:/tax_ids/:',
    ],
  },
  {
    reason: 'entitlements are a product of their own',
    calls: [
      'GET /v1/products/:/features',
      'GET /v1/products/:/features/:',
      'POST /v1/products/:/features',
      'DELETE /v1/products/:/features/:',
    ],
  },
  {
    reason:
      'every subscription is in flexible billing mode already, and pauses by `pause_collection` or the end of a trial',
    calls: ['POST /v1/subscriptions/:/migrate', 'POST /v1/subscriptions/:/pause'],
  },
];
