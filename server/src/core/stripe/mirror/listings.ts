import PQueue from 'p-queue';
import type Stripe from 'stripe';
import type { Database } from '../../db/database.ts';
import { mirrorQueries } from './mirror.queries.ts';
import type { ListedPage } from './mirror.ts';
import { type ListParameters, pageSize, read, readBalanceHistory, readPaymentMethods, startingAfter } from './reads.ts';
import { type MirroredType, referencedId } from './rows.ts';

/** The position of a listing. */
export interface ListingState {
  /** The end of the previous page. */
  readonly cursor: string | null;
  /** Older objects are skipped if they are final; null for all. */
  readonly since: Date | null;
  /** The run's number. States from its listings have higher numbers. */
  readonly readingNumber: number;
}

export interface ListingPage extends ListedPage {
  /** Null if this was the last page. */
  readonly next: string | null;
  /** The number of objects on the page. */
  readonly count: number;
}

/** A list at Stripe that a run reads. */
export interface Listing {
  readonly name: string;
  /** Whether the list is only needed if the other lists skip older objects. */
  readonly onlySince?: boolean;
  /** Whether a page depends on what the previous page stored, and so cannot be read ahead. */
  readonly dependsOnStored?: boolean;
  readonly readPage: (stripe: Stripe, database: Database, state: ListingState) => Promise<ListingPage>;
}

/** Maximum number of concurrent calls for a page that needs a call per object. */
const callsAtOnce = 5;
/** Number of customers whose payment methods form a page. */
const customersAPage = 50;

function listing<Type extends MirroredType>(
  name: string,
  type: Type,
  list: (stripe: Stripe, parameters: ListParameters) => Promise<{ data: { id?: string }[]; has_more: boolean }>,
  options: { ofAnyAge?: boolean; onlySince?: boolean } = {},
): Listing {
  return {
    name,
    ...(options.onlySince && { onlySince: true }),
    async readPage(stripe, database, { cursor, since }) {
      const begun = await mirrorQueries.beginReading(database.query);
      const page = await list(stripe, {
        limit: pageSize,
        ...startingAfter(cursor),
        ...(since &&
          !options.ofAnyAge &&
          !options.onlySince && { created: { gte: Math.floor(since.getTime() / 1000) } }),
      });
      const objects = page.data as { id: string }[];
      // A run over everything reads each customer's history together with their payment methods.
      const histories = since ? await readHistories(stripe, database, creditedCustomers(type, objects)) : [];
      return {
        listed: [
          { type, objects },
          { type: 'customer_balance_transaction', objects: histories },
        ],
        begun,
        count: objects.length,
        next: page.has_more ? (objects.at(-1)?.id ?? null) : null,
      };
    },
  };
}

/** Customers with a current or previous balance, according to these objects. */
function creditedCustomers(type: MirroredType, objects: readonly object[]): string[] {
  if (type === 'customer')
    return (objects as Stripe.Customer[]).filter(({ balance }) => balance !== 0).map(({ id }) => id);
  if (type !== 'invoice') return [];
  const credited = (objects as Stripe.Invoice[])
    .filter(({ starting_balance: before, ending_balance: after }) => before !== 0 || (after ?? 0) !== 0)
    .map(({ customer }) => referencedId(customer) ?? '');
  return [...new Set(credited)];
}

async function readHistories(stripe: Stripe, database: Database, customers: readonly string[]) {
  const histories = await mapConcurrently(customers, (customer) =>
    readBalanceHistory(
      stripe,
      customer,
      async (ids) => (await mirrorQueries.find(database.query, 'customer_balance_transaction', ids)).size > 0,
    ),
  );
  return histories.flat();
}

/**
 * Payment methods and balance changes are listed per customer, in the order of customer ids. Balance changes are
 * listed for all customers in a run over everything, and otherwise for customers with known changes.
 */
const paymentMethods: Listing = {
  name: 'payment methods',
  async readPage(stripe, database, { cursor, since }) {
    const begun = await mirrorQueries.beginReading(database.query);
    const customers = await mirrorQueries.listCustomers(database.query, cursor, customersAPage);
    const credited = since ? await mirrorQueries.findCredited(database.query, customers) : customers;
    const [methods, histories] = await Promise.all([
      mapConcurrently(customers, (customer) => readPaymentMethods(stripe, customer)),
      readHistories(stripe, database, credited),
    ]);
    return {
      listed: [
        { type: 'payment_method', objects: methods.flat() },
        { type: 'customer_balance_transaction', objects: histories },
      ],
      begun,
      count: methods.flat().length,
      next: customers.length === customersAPage ? (customers.at(-1) ?? null) : null,
    };
  },
};

/**
 * Mirrored objects that no list contained are read individually: they were deleted, or belong to another object now.
 */
function unlisted(name: string, type: MirroredType, ofAnyAge = false): Listing {
  return {
    name: `${name} that no list showed`,
    dependsOnStored: true,
    async readPage(stripe, database, { since, readingNumber }) {
      const begun = await mirrorQueries.beginReading(database.query);
      const ids = await mirrorQueries.listUnlisted(database.query, type, {
        since: ofAnyAge ? null : since,
        readingNumber,
        limit: pageSize,
      });
      const found = await mapConcurrently(ids, async (id) => ({ id, object: await read(stripe, type, id) }));
      return {
        listed: [{ type, objects: found.flatMap(({ object }) => (object ? [object as { id: string }] : [])) }],
        gone: found.filter(({ object }) => !object).map(({ id }) => ({ type, id })),
        begun,
        count: ids.length,
        // The objects of this page are now listed or marked as deleted, so the next page starts at the beginning.
        next: ids.length === pageSize ? (ids.at(-1) ?? null) : null,
      };
    },
  };
}

/** The lists in order: objects that others refer to come first. */
export const listings: readonly Listing[] = [
  listing('customers', 'customer', (stripe, page) => stripe.customers.list({ ...page, expand: ['data.tax_ids'] }), {
    ofAnyAge: true,
  }),
  paymentMethods,
  listing('subscriptions', 'subscription', (stripe, page) => stripe.subscriptions.list({ ...page, status: 'all' })),
  listing('live subscriptions', 'subscription', (stripe, page) => stripe.subscriptions.list(page), { onlySince: true }),
  listing('subscription schedules', 'subscription_schedule', (stripe, page) => stripe.subscriptionSchedules.list(page)),
  listing('invoices', 'invoice', (stripe, page) => stripe.invoices.list(page)),
  listing('draft invoices', 'invoice', (stripe, page) => stripe.invoices.list({ ...page, status: 'draft' }), {
    onlySince: true,
  }),
  listing('open invoices', 'invoice', (stripe, page) => stripe.invoices.list({ ...page, status: 'open' }), {
    onlySince: true,
  }),
  listing('invoice items', 'invoiceitem', (stripe, page) => stripe.invoiceItems.list(page)),
  listing('pending items', 'invoiceitem', (stripe, page) => stripe.invoiceItems.list({ ...page, pending: true }), {
    onlySince: true,
  }),
  listing('payments', 'payment_intent', (stripe, page) => stripe.paymentIntents.list(page)),
  listing('charges', 'charge', (stripe, page) =>
    stripe.charges.list({ ...page, expand: ['data.balance_transaction'] }),
  ),
  listing('refunds', 'refund', (stripe, page) =>
    stripe.refunds.list({ ...page, expand: ['data.balance_transaction'] }),
  ),
  listing('credit notes', 'credit_note', (stripe, page) => stripe.creditNotes.list(page)),
  listing('payments of invoices', 'invoice_payment', (stripe, page) => stripe.invoicePayments.list(page)),
  listing(
    'open payments of invoices',
    'invoice_payment',
    (stripe, page) => stripe.invoicePayments.list({ ...page, status: 'open' }),
    { onlySince: true },
  ),
  unlisted('customers', 'customer', true),
  unlisted('payment methods', 'payment_method', true),
  unlisted('subscriptions', 'subscription'),
  unlisted('subscription schedules', 'subscription_schedule'),
  unlisted('invoices', 'invoice'),
  unlisted('invoice items', 'invoiceitem'),
  unlisted('payments', 'payment_intent'),
  unlisted('charges', 'charge'),
  unlisted('refunds', 'refund'),
  unlisted('credit notes', 'credit_note'),
  unlisted('payments of invoices', 'invoice_payment'),
];

/** Calls `work` for each item with limited concurrency, and keeps the order. */
async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const queue = new PQueue({ concurrency: callsAtOnce });
  return Promise.all(items.map((item) => queue.add(() => work(item))));
}
