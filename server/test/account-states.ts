import type Stripe from 'stripe';
import type { Database } from '../src/core/db/database.ts';

/**
 * The purchases and payments of an account, in a form that is common to Stripe and the portal. Amounts in cents; cards
 * by their last four digits.
 */
export interface AccountState {
  readonly customers: number;
  /** Charged amounts, one entry per charge. */
  readonly charges: readonly number[];
  readonly invoices: readonly string[];
  /** Running ones: status, quantity, whether they end, their card, and the quantity after the period. */
  readonly subscriptions: readonly string[];
  readonly cards: readonly string[];
  readonly defaultCard: string | null;
}

type Reference = string | { id: string } | null;
const expandableId = (value: Reference) => (typeof value === 'string' ? value : (value?.id ?? ''));
const neverRan = new Set(['canceled', 'incomplete_expired']);

/** Stripe's side, read without the portal, for all customers with the address, in case there are too many. */
export async function stateAtStripe(stripe: Stripe, email: string): Promise<AccountState> {
  const { data: customers } = await stripe.customers.list({ email, limit: 100 });
  const limit = 100;
  const ofEach = await Promise.all(
    customers.map(async ({ id: customer, invoice_settings: settings }) => {
      const [charges, invoices, subscriptions, cards, schedules] = await Promise.all([
        stripe.charges.list({ customer, limit }),
        stripe.invoices.list({ customer, limit }),
        stripe.subscriptions.list({ customer, limit, status: 'all' }),
        stripe.customers.listPaymentMethods(customer, { limit }),
        stripe.subscriptionSchedules.list({ customer, limit }),
      ]);
      const later = new Map(
        schedules.data
          .filter(({ status }) => status === 'active')
          .map(({ subscription, phases }) => [expandableId(subscription), phases[1]?.items[0]?.quantity]),
      );
      const last4 = new Map(cards.data.map(({ id, card }) => [id, card?.last4 ?? '']));
      return {
        charges: charges.data.filter(({ status }) => status === 'succeeded').map(({ amount }) => amount),
        invoices: invoices.data.map(({ status, total }) => `${status} ${total}`),
        subscriptions: subscriptions.data
          .filter(({ status }) => !neverRan.has(status))
          .map(({ id, status, items, cancel_at_period_end: ends, default_payment_method: card }) =>
            runningLine(status, items.data[0]?.quantity ?? 0, ends, last4.get(expandableId(card)), later.get(id)),
          ),
        cards: [...last4.values()],
        defaultCard: last4.get(expandableId(settings.default_payment_method)) ?? null,
      };
    }),
  );
  return sorted({
    customers: customers.length,
    charges: ofEach.flatMap(({ charges }) => charges),
    invoices: ofEach.flatMap(({ invoices }) => invoices),
    subscriptions: ofEach.flatMap(({ subscriptions }) => subscriptions),
    cards: ofEach.flatMap(({ cards }) => cards),
    defaultCard: ofEach[0]?.defaultCard ?? null,
  });
}

interface RunningRow {
  readonly status: string;
  readonly quantity: number;
  readonly ends: boolean;
  readonly last4: string | null;
  readonly later: number | null;
}

/** The portal's side: money and cards from the mirror, and the account's subscriptions. */
export async function stateInPortal(database: Database, accountId: number): Promise<AccountState> {
  const { rows } = await database.pool.query<
    Omit<AccountState, 'subscriptions' | 'customers'> & {
      customer: string | null;
      subscriptions: readonly RunningRow[];
    }
  >(worldStatement, [accountId]);
  const [row] = rows;
  if (!row) throw new Error(`There is no account ${accountId}`);
  const { customer, subscriptions, ...rest } = row;
  return sorted({
    ...rest,
    customers: customer === null ? 0 : 1,
    subscriptions: subscriptions.map(({ status, quantity, ends, last4, later }) =>
      runningLine(status, quantity, ends, last4 ?? undefined, later ?? undefined),
    ),
  });
}

const worldStatement = `
  select account.stripe_customer_id as customer,
    array(select amount::int from stripe_charges
      where customer_id = account.stripe_customer_id and status = 'succeeded' and not deleted) as charges,
    array(select status || ' ' || total from stripe_invoices
      where customer_id = account.stripe_customer_id and not deleted) as invoices,
    (select coalesce(json_agg(json_build_object('status', held.status, 'quantity', quantity, 'ends', cancel_at is not null, 'last4', last4,
        'later', (select (schedule.data #>> '{phases,1,items,0,quantity}')::int from stripe_subscription_schedules schedule
          where schedule.subscription_id = held.stripe_subscription_id and schedule.status = 'active' and not schedule.deleted))), '[]')
      from subscriptions held left join stripe_payment_methods card on card.id = held.payment_method_id
      where account_id = account.id and ended_at is null) as subscriptions,
    array(select last4 from stripe_payment_methods
      where customer_id = account.stripe_customer_id and not deleted) as cards,
    (select card.last4 from stripe_customers customer join stripe_payment_methods card on card.id = customer.default_payment_method
      where customer.id = account.stripe_customer_id) as "defaultCard"
  from accounts account where account.id = $1`;

function runningLine(status: string, quantity: number, ends: boolean, card?: string, later?: number): string {
  const then = later === undefined ? '' : ` then ${later}`;
  return `${status} ${quantity}${ends ? ' ends' : ''} ${card ?? 'default'}${then}`;
}

function sorted(world: AccountState): AccountState {
  return {
    ...world,
    charges: world.charges.toSorted((one, other) => one - other),
    invoices: world.invoices.toSorted(),
    subscriptions: world.subscriptions.toSorted(),
    cards: world.cards.toSorted(),
  };
}
