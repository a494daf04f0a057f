import { maxLiveOperations, type UnpaidInvoice } from '@portico/contract';
import type { Queryable } from '../../core/db/database.ts';
import { type Allowed, can } from '../../core/http/access.ts';
import { listLiveOperations, listOutcomeValues } from '../../core/operations/index.ts';
import { cardBrand } from '../../core/stripe/index.ts';
import {
  type InvoiceOwner,
  listIntentsOfInvoices,
  listOpenInvoices,
  type OpenInvoice,
} from '../invoices/unpaid.queries.ts';
import { type FailedCharge, listFailedCharges } from '../payments/charges.queries.ts';
import { purchaseKind } from '../purchase/quoted.ts';
import { listSubscriptionsByStripeId, type SubscriptionRow } from '../subscriptions/subscriptions.queries.ts';
import { wireStatus } from '../subscriptions/subscriptions.rules.ts';

const maxInvoices = 20;
/** The maximum number of failed tries of all these invoices together. A card is tried a few times for an invoice. */
const maxTries = 200;

/** An unpaid invoice with its subscription and the last failed try of a card. */
export interface Unpaid {
  readonly invoice: OpenInvoice;
  readonly subscription: SubscriptionRow | undefined;
  readonly lastTry: FailedCharge | undefined;
}

/**
 * The unpaid invoices of an account, also of ended subscriptions (ATT-1). The invoice of an unsettled purchase is left out, because nothing is
 * delivered before it is paid.
 */
export async function findUnpaid(on: Queryable, accountId: number, of: InvoiceOwner): Promise<Unpaid[]> {
  const open = await listOpenInvoices(on, of, maxInvoices);
  if (open.length === 0) return [];
  const ids = open.map(({ id }) => id);
  const [rows, ofPurchases, buying, intents] = await Promise.all([
    listSubscriptionsByStripeId(
      on,
      accountId,
      open.flatMap(({ stripeSubscriptionId }) => stripeSubscriptionId ?? []),
    ),
    listOutcomeValues(on, { accountId, kind: purchaseKind }, 'stripeInvoiceId', ids),
    listLiveOperations(on, accountId, maxLiveOperations),
    listIntentsOfInvoices(on, ids),
  ]);
  const byStripeId = new Map(rows.map((row) => [row.stripeSubscriptionId, row]));
  const beingBought = new Set(buying.filter(({ kind }) => kind === purchaseKind).map(({ subject }) => subject));
  const unpaid = open
    .map((invoice) => ({ invoice, subscription: byStripeId.get(invoice.stripeSubscriptionId ?? '') }))
    .filter(({ invoice, subscription }) => !ofPurchases.has(invoice.id) && isDebt(invoice, subscription, beingBought));
  return addLastTries(on, unpaid, intents);
}

/**
 * Whether an open invoice is a debt. A subscription's invoice is not a debt before the subscription has begun or while the product is being bought.
 * @param beingBought products with an unsettled purchase
 */
export function isDebt(
  { stripeSubscriptionId, billingReason }: Pick<OpenInvoice, 'stripeSubscriptionId' | 'billingReason'>,
  subscription: Pick<SubscriptionRow, 'status' | 'productId'> | undefined,
  beingBought: ReadonlySet<string>,
): boolean {
  if (stripeSubscriptionId === null) return true;
  if (!subscription || wireStatus(subscription.status) === 2) return false;
  return billingReason !== 'subscription_update' || !beingBought.has(subscription.productId);
}

async function addLastTries(
  on: Queryable,
  unpaid: readonly Omit<Unpaid, 'lastTry'>[],
  intents: Awaited<ReturnType<typeof listIntentsOfInvoices>>,
): Promise<Unpaid[]> {
  const intentIds = intents.flatMap(({ paymentIntentId }) => paymentIntentId ?? []);
  const tries = unpaid.length > 0 && intentIds.length > 0 ? await listFailedCharges(on, intentIds, maxTries) : [];
  return unpaid.map((one) => {
    const its = new Set(
      intents.filter(({ invoiceId }) => invoiceId === one.invoice.id).map(({ paymentIntentId }) => paymentIntentId),
    );
    return { ...one, lastTry: tries.find(({ paymentIntentId }) => its.has(paymentIntentId)) };
  });
}

/**
 * Whether the next try is the last one (LATE-2). Stripe does not report it.
 * @param retries how often Stripe tries again after the first try
 */
export function isLastAttempt({ nextAttempt, tries }: Pick<OpenInvoice, 'nextAttempt' | 'tries'>, retries: number) {
  return nextAttempt !== null && tries >= retries;
}

/** An unpaid invoice, with the URL of its payment page only for users who may pay (ACC-15). */
export function presentUnpaid(
  { invoice, lastTry }: Pick<Unpaid, 'invoice' | 'lastTry'>,
  session: Allowed,
  retries: number,
): UnpaidInvoice {
  const { brand, last4 } = lastTry ?? {};
  return {
    invoiceId: invoice.id,
    amount: invoice.amount,
    currency: invoice.currency,
    hostedInvoiceUrl: can('invoices.pay', session) ? invoice.hostedInvoiceUrl : null,
    dueDate: invoice.dueDate?.toISOString() ?? null,
    failedAt: lastTry?.at.toISOString() ?? null,
    nextAttempt: invoice.nextAttempt?.toISOString() ?? null,
    isLastAttempt: isLastAttempt(invoice, retries),
    tries: invoice.tries,
    card: brand && last4 ? { brand: cardBrand(brand), last4 } : null,
  };
}
