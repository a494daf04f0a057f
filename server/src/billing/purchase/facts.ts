import { z } from 'zod';
import type { CatalogReader } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { listOutcomeValues } from '../../core/operations/index.ts';
import { findMirroredCustomer } from '../customers/customers.queries.ts';
import type { Customer } from '../customers/customers.service.ts';
import { sumPendingItems } from '../invoices/pending.queries.ts';
import { listUnpaidInvoices } from '../invoices/unpaid.queries.ts';
import { findDiscounts } from '../subscriptions/discounts.queries.ts';
import { findSchedule } from '../subscriptions/scheduled-changes.ts';
import { listSubscriptionsForProducts, type SubscriptionRow } from '../subscriptions/subscriptions.queries.ts';
import { hadTrial } from '../subscriptions/trials.queries.ts';
import { type FactsBeforeBuying, type FactsToBegin, mayCreditUnpaidRenewal } from './judge.ts';
import type { PurchaseContext } from './purchase.context.ts';
import type { QuoteRow } from './purchase.queries.ts';
import { type ChargeFacts, type PurchaseRequest, purchaseKind, type QuotedTerms } from './quoted.ts';
import { type CheckedSelection, findLiveSubscription, toQuotedSubscription, toTerms } from './terms.ts';

/** The customer of a purchase, the customer's time, and the catalog to buy from. */
export interface Buyer {
  readonly customerId: string;
  readonly time: Date;
  readonly catalog: CatalogReader;
}

const unpaidStatuses: ReadonlySet<string> = new Set(['past_due', 'unpaid']);

/** The fields of a mirrored customer that affect an amount, besides its balance. */
const mirroredCustomer = z.object({
  tax_exempt: z.string().nullish(),
  discount: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
});

/** The account's time: that of its customer's test clock (PUR-26), or now. */
export async function customerTime(
  { gateway }: Pick<PurchaseContext, 'gateway'>,
  { testClockId }: Pick<Customer, 'testClockId'>,
): Promise<Date> {
  return testClockId ? gateway.testClocks.timeOf(testClockId) : new Date();
}

/**
 * Whether a product has an unpaid invoice in the mirror (CRED-1 to CRED-3). The invoice of a purchase in progress is not a debt, because
 * nothing is delivered before it is paid.
 * @param rows all subscriptions of the account to the product, ended ones too
 */
export async function hasUnpaidInvoice(
  on: Queryable,
  accountId: number,
  rows: readonly Pick<SubscriptionRow, 'status' | 'stripeSubscriptionId'>[],
): Promise<boolean> {
  if (rows.some(({ status }) => unpaidStatuses.has(status))) return true;
  const ids = rows.map(({ stripeSubscriptionId }) => stripeSubscriptionId);
  return isInvoiceUnpaid(on, accountId, ids);
}

/** Like `hasUnpaidInvoice`, but ignores the status of the subscriptions. */
export async function isInvoiceUnpaid(
  on: Queryable,
  accountId: number,
  stripeSubscriptionIds: readonly string[],
): Promise<boolean> {
  const unpaid = await listUnpaidInvoices(on, stripeSubscriptionIds);
  const ofPurchases = await listOutcomeValues(on, { accountId, kind: purchaseKind }, 'stripeInvoiceId', unpaid);
  return unpaid.some((id) => !ofPurchases.has(id));
}

/**
 * The balance, tax status, discounts and pending items of a customer in the mirror. Empty without a customer.
 * @param stripeSubscriptionId the subscription that is changed, or null for a new one.
 */
export async function loadChargeFacts(
  { database }: Pick<PurchaseContext, 'database'>,
  on: Queryable,
  customerId: string | null,
  stripeSubscriptionId: string | null,
): Promise<ChargeFacts> {
  const customer = customerId === null ? undefined : await findMirroredCustomer(on, customerId);
  const discounts = stripeSubscriptionId === null ? undefined : await findDiscounts(on, stripeSubscriptionId);
  const pending = await sumPendingItems(database, on, customerId ?? '');
  const { tax_exempt: taxExempt, discount } = mirroredCustomer.parse(customer?.data ?? {});
  const ofCustomer = discount ? [typeof discount === 'string' ? discount : discount.id] : [];
  return {
    balance: customer?.balance ?? 0,
    taxExempt: taxExempt ?? 'none',
    discounts: [...ofCustomer, ...(discounts?.ofSubscription ?? []), ...(discounts?.ofItems ?? [])].sort(),
    pendingItems: pending.items,
    pendingAmount: pending.amount,
    pendingTerms: pending.terms,
  };
}

/**
 * Everything that a quote binds, in the transaction that writes its operation (PUR-15). No other change of the product and no other purchase of the
 * account can settle before the purchase's own calls.
 * @param savedAddress the account's stored address; undefined if the request has its own
 */
export async function loadFactsToBegin(
  context: Pick<PurchaseContext, 'database'>,
  on: Queryable,
  { accountId, productId, quoted }: QuoteRow,
  checked: CheckedSelection,
  { customerId, time, catalog }: Buyer,
  savedAddress: FactsToBegin['savedAddress'],
): Promise<FactsToBegin> {
  const rows = await listSubscriptionsForProducts(on, accountId, [productId]);
  const subscription = findLiveSubscription(rows, time);
  const schedule = subscription ? await findSchedule(on, catalog, subscription) : null;
  return {
    hasUnpaidInvoice: await hasUnpaidInvoice(on, accountId, rows),
    now: new Date(),
    ...(savedAddress !== undefined && { savedAddress }),
    terms: toTerms({ ...checked, subscription, schedule }, quoted.terms.automaticTax, time),
    subscription: toQuotedSubscription(subscription, schedule),
    charge: await loadChargeFacts(context, on, customerId, subscription?.stripeSubscriptionId ?? null),
    hadTrial: await hadTrial(on, accountId, productId),
  };
}

/**
 * The facts before the first call that buys (PUR-16). If the quote used a balance, a customer that is not fresh is
 * fetched, because a renewal may have spent it. For a change, Stripe reports whether the subscription is paid.
 * @param isCustomerFresh whether a call has just returned the customer
 */
export async function loadFactsBeforeBuying(
  context: PurchaseContext,
  { customerId, quoted }: PurchaseRequest,
  isCustomerFresh: boolean,
): Promise<FactsBeforeBuying> {
  const { database, gateway } = context;
  const isFetched = !isCustomerFresh && quoted.chargeFacts.startingBalance !== 0;
  if (isFetched) await gateway.mirror.refresh('customer', customerId);
  const changed = quoted.terms.change?.stripeSubscriptionId ?? null;
  return {
    charge: await loadChargeFacts(context, database.query, customerId, changed),
    isBalanceFresh: isCustomerFresh || isFetched,
    hasUnpaidInvoice: await hasUnpaidInvoiceAtStripe(context, quoted),
  };
}

/** Whether the last invoice of the changed subscription is unpaid at Stripe (CRED-4). If so, the subscription is stored. */
async function hasUnpaidInvoiceAtStripe({ gateway }: PurchaseContext, quoted: QuotedTerms): Promise<boolean> {
  const { change } = quoted.terms;
  if (!change || !mayCreditUnpaidRenewal(quoted)) return false;
  const { subscription, invoice } = await gateway.subscriptions.retrieve(change.stripeSubscriptionId, undefined);
  const isOpen =
    invoice !== undefined &&
    // Stripe never charges a draft that it does not finalize, such as one of paused collection (CRED-1).
    (invoice.status === 'open' || (invoice.status === 'draft' && invoice.auto_advance)) &&
    invoice.total > 0;
  if (!isOpen && !unpaidStatuses.has(subscription.status)) return false;
  await gateway.mirror.storeSubscription(subscription);
  return true;
}
