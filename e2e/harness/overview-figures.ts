import { callStripe, previewNext, readStripeState } from './stripe-state.ts';

interface List<Item> {
  readonly data: readonly Item[];
}
interface Price {
  readonly unit_amount: number;
  readonly metadata: Readonly<Record<string, string>>;
}
interface Subscription {
  readonly id: string;
  readonly status: string;
  readonly cancel_at_period_end: boolean;
  readonly cancel_at: number | null;
  readonly default_payment_method: string | null;
  readonly items: List<{ readonly quantity: number; readonly current_period_end: number; readonly price: Price }>;
}
interface Invoice {
  readonly number: string | null;
  readonly status: string;
  readonly created: number;
  readonly total: number;
  readonly amount_paid: number;
  readonly amount_remaining: number;
  readonly parent: { readonly subscription_details: { readonly subscription: string } | null } | null;
}
interface Payment {
  readonly status: string;
  readonly created: number;
  readonly amount: number;
  readonly amount_received: number;
}

/** One month in cents: paid and unpaid amounts by product. */
interface Month {
  /** `2026-11`, in UTC. */
  readonly month: string;
  readonly products: ReadonlyMap<string, { readonly paid: number; readonly unpaid: number }>;
}

const toMonth = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 7);
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/**
 * The figures of a customer's billing dashboard, calculated from Stripe's objects only: amounts in cents, times in seconds since 1970. @param
 * products ids of the catalog's products, which are prefixes of price ids
 */
export async function readOverviewFigures(sandboxPort: number, email: string, products: readonly string[]) {
  const { customers, charges } = await readStripeState(sandboxPort, email);
  const [customer = { id: '', balance: 0 }] = customers;
  const list = async <Item>(path: string, query: Record<string, string> = {}) =>
    (await callStripe<List<Item>>(sandboxPort, 'GET', path, { customer: customer.id, limit: '100', ...query })).data;
  const [subscriptions, invoices, payments, refunded] = await Promise.all([
    list<Subscription>('subscriptions', { status: 'all' }),
    list<Invoice>('invoices'),
    list<Payment>('payment_intents'),
    list<{ amount_refunded: number }>('charges'),
  ]);
  const findProduct = (subscription: Subscription | undefined) => {
    const price = subscription?.items.data[0]?.price.metadata.portico_catalog_id ?? '';
    return products.filter((id) => price.startsWith(id)).sort((a, b) => b.length - a.length)[0] ?? '';
  };
  const ofInvoice = ({ parent }: Invoice) =>
    findProduct(subscriptions.find(({ id }) => id === parent?.subscription_details?.subscription));
  const succeeded = payments.filter(({ status }) => status === 'succeeded');
  return {
    // Avoids a negative zero.
    credit: -customer.balance || 0,
    months: sumSpending(invoices, ofInvoice),
    spent: sum(succeeded.map((one) => one.amount_received)) - sum(refunded.map((one) => one.amount_refunded)),
    payments: succeeded.length,
    since: Math.min(...succeeded.map(({ created }) => created)),
    paidByCharges: sum(charges.map(({ amount }) => amount)),
    next: await findNextCharge(sandboxPort, { customer, subscriptions, findProduct }),
    live: subscriptions
      .filter(({ status }) => ['active', 'trialing', 'past_due'].includes(status))
      .map((one) => ({
        product: findProduct(one),
        amount: sum(one.items.data.map(({ quantity, price }) => quantity * price.unit_amount)),
      })),
    pending: invoices.filter(({ status }) => status === 'open' || status === 'draft'),
    owed: sum(invoices.filter(({ status }) => status === 'open').map((one) => one.amount_remaining)),
    newestInvoices: newest(invoices),
    newestPayments: newest(payments),
  };
}

const newest = <Item extends { readonly created: number }>(items: readonly Item[]) =>
  items.toSorted((a, b) => b.created - a.created).slice(0, 5);

function sumSpending(invoices: readonly Invoice[], findProduct: (invoice: Invoice) => string): readonly Month[] {
  const now = new Date();
  return Array.from({ length: 12 }, (_, index) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11 + index, 1)).toISOString().slice(0, 7);
    const found = new Map<string, { paid: number; unpaid: number }>();
    for (const invoice of invoices) {
      if (toMonth(invoice.created) !== month || !['open', 'paid', 'uncollectible'].includes(invoice.status)) continue;
      const product = findProduct(invoice);
      const { paid, unpaid } = found.get(product) ?? { paid: 0, unpaid: 0 };
      const left = invoice.status === 'open' ? invoice.amount_remaining : 0;
      found.set(product, { paid: paid + invoice.amount_paid, unpaid: unpaid + left });
    }
    return { month, products: found };
  });
}

interface Renewing {
  readonly customer: { readonly id: string; readonly balance: number };
  readonly subscriptions: readonly Subscription[];
  readonly findProduct: (subscription: Subscription) => string;
}

/** The first charge that credit does not cover completely, with its card. Undefined if nothing renews. */
async function findNextCharge(sandboxPort: number, { customer, subscriptions, findProduct }: Renewing) {
  const renewing = subscriptions.filter(
    ({ status, cancel_at, cancel_at_period_end: ends }) =>
      ['active', 'trialing', 'past_due'].includes(status) && cancel_at === null && !ends,
  );
  const at = ({ items }: Subscription) => Math.min(...items.data.map((item) => item.current_period_end));
  const { invoice_settings: settings } = await callStripe<{
    invoice_settings: { default_payment_method: string | null };
  }>(sandboxPort, 'GET', `customers/${customer.id}`);
  let balance = customer.balance;
  for (const subscription of renewing.toSorted((a, b) => at(a) - at(b))) {
    const { total } = await previewNext(sandboxPort, subscription.id);
    const due = Math.max(0, balance + total);
    balance = Math.min(0, balance + total);
    if (due === 0) continue;
    const method = subscription.default_payment_method ?? settings.default_payment_method;
    const { card } = await callStripe<{ card: { last4: string } }>(sandboxPort, 'GET', `payment_methods/${method}`);
    return { product: findProduct(subscription), at: at(subscription), total, due, last4: card.last4 };
  }
  return undefined;
}
