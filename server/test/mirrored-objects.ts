import type Stripe from 'stripe';
import type { Database } from '../src/core/db/database.ts';

/** All objects by kind, one line per object, ordered by id. */
export type StoredObjects = Record<string, string[]>;

type Reference = string | { id: string } | null | undefined;
const expandableId = (value: Reference) => (typeof value === 'string' ? value : (value?.id ?? null));
const line = (...fields: unknown[]) => fields.map((field) => field ?? '-').join(' ');

async function all<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

/** The objects at Stripe, read through its API without the portal. */
export async function listStripeObjects(stripe: Stripe): Promise<StoredObjects> {
  const limit = 100;
  const customers = await all(stripe.customers.list({ limit }));
  const [subscriptions, schedules, invoices, items, intents, charges, refunds, payments, notes] = await Promise.all([
    all(stripe.subscriptions.list({ limit, status: 'all' })),
    all(stripe.subscriptionSchedules.list({ limit })),
    all(stripe.invoices.list({ limit })),
    all(stripe.invoiceItems.list({ limit })),
    all(stripe.paymentIntents.list({ limit })),
    all(stripe.charges.list({ limit, expand: ['data.balance_transaction'] })),
    all(stripe.refunds.list({ limit, expand: ['data.balance_transaction'] })),
    all(stripe.invoicePayments.list({ limit })),
    all(stripe.creditNotes.list({ limit })),
  ]);
  const methods: Stripe.PaymentMethod[] = [];
  const changes: Stripe.CustomerBalanceTransaction[] = [];
  for (const { id } of customers) {
    methods.push(...(await all(stripe.customers.listPaymentMethods(id, { limit }))));
    changes.push(...(await all(stripe.customers.listBalanceTransactions(id, { limit }))));
  }
  const lines: string[] = [];
  for (const { id = '', lines: shown } of invoices) {
    const ofInvoice = shown.has_more ? await all(stripe.invoices.listLineItems(id, { limit })) : shown.data;
    lines.push(...ofInvoice.map((each, at) => line(each.id, id, at, each.amount, each.quantity, each.description)));
  }
  const transactions = [...charges, ...refunds].flatMap(({ balance_transaction: left }) =>
    typeof left === 'object' && left !== null ? [left] : [],
  );
  return sorted({
    customers: customers.map(({ id, name, balance, invoice_settings: settings }) =>
      line(id, name, balance, expandableId(settings.default_payment_method)),
    ),
    paymentMethods: methods.map(({ id, customer, card }) => line(id, expandableId(customer), card?.last4)),
    subscriptions: subscriptions.map(({ id, customer, status, cancel_at_period_end: ends, items: { data } }) =>
      line(id, expandableId(customer), status, ends, ...data.map(({ price, quantity }) => `${price.id}:${quantity}`)),
    ),
    schedules: schedules.map(({ id, customer, subscription, status, phases }) =>
      line(id, expandableId(customer), expandableId(subscription), status, phases.length),
    ),
    invoices: invoices.map((invoice) =>
      line(
        invoice.id,
        expandableId(invoice.customer),
        invoice.status,
        invoice.total,
        invoice.amount_paid,
        invoice.amount_remaining,
        invoice.attempt_count,
      ),
    ),
    lines,
    invoiceItems: items.map(({ id, customer, invoice, amount }) =>
      line(id, expandableId(customer), expandableId(invoice), amount),
    ),
    paymentIntents: intents.map(({ id, customer, status, amount, amount_received: received, latest_charge: charge }) =>
      line(id, expandableId(customer), status, amount, received, expandableId(charge)),
    ),
    charges: charges.map(({ id, payment_intent: intent, status, amount, amount_refunded: refunded }) =>
      line(id, expandableId(intent), status, amount, refunded),
    ),
    refunds: refunds.map(({ id, charge, status, amount }) => line(id, expandableId(charge), status, amount)),
    creditNotes: notes.map(({ id, invoice, status, total }) => line(id, expandableId(invoice), status, total)),
    invoicePayments: payments.map(({ id, invoice, status, amount_paid: paid, payment }) =>
      line(id, expandableId(invoice), status, paid, expandableId(payment.payment_intent)),
    ),
    balanceTransactions: transactions.map(({ id, amount, fee, net }) => line(id, amount, fee, net)),
    customerBalanceTransactions: changes.map(({ id, customer, amount, ending_balance: ending }) =>
      line(id, expandableId(customer), amount, ending),
    ),
  });
}

const kept: Record<keyof Awaited<ReturnType<typeof listStripeObjects>>, string> = {
  customers: `select id, data ->> 'name', balance, default_payment_method from stripe_customers`,
  paymentMethods: `select id, customer_id, last4 from stripe_payment_methods`,
  subscriptions: `select id, customer_id, status, data -> 'cancel_at_period_end',
    (select string_agg(item #>> '{price,id}' || ':' || (item ->> 'quantity'), ' ' order by at)
     from jsonb_array_elements(data #> '{items,data}') with ordinality as items (item, at)) from stripe_subscriptions`,
  schedules: `select id, customer_id, subscription_id, status, jsonb_array_length(data -> 'phases') from stripe_subscription_schedules`,
  invoices: `select id, customer_id, status, total, amount_paid, amount_remaining, data ->> 'attempt_count' from stripe_invoices`,
  lines: `select id, invoice_id, position, amount, quantity, description from stripe_invoice_lines`,
  invoiceItems: `select id, customer_id, invoice_id, amount from stripe_invoice_items`,
  paymentIntents: `select id, customer_id, status, amount, amount_received, latest_charge_id from stripe_payment_intents`,
  charges: `select id, payment_intent_id, status, amount, amount_refunded from stripe_charges`,
  refunds: `select id, charge_id, status, amount from stripe_refunds`,
  creditNotes: `select id, invoice_id, status, total from stripe_credit_notes`,
  invoicePayments: `select id, invoice_id, status, amount_paid, payment_intent_id from stripe_invoice_payments`,
  balanceTransactions: `select id, amount, fee, net from stripe_balance_transactions`,
  customerBalanceTransactions: `select id, customer_id, amount, ending_balance from stripe_customer_balance_transactions`,
};

/** The objects in the mirror that are not marked as deleted. */
export async function listMirroredObjects(database: Database): Promise<StoredObjects> {
  const books: StoredObjects = {};
  for (const [name, statement] of Object.entries(kept)) {
    const { rows } = await database.pool.query<unknown[]>({ text: `${statement} where not deleted`, rowMode: 'array' });
    books[name] = rows.map((row) => line(...row));
  }
  return sorted(books);
}

function sorted(books: StoredObjects): StoredObjects {
  return Object.fromEntries(Object.entries(books).map(([name, lines]) => [name, lines.sort()]));
}
