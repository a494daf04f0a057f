import type { invoices, RecurringCharge, ResponseOf } from '@portico/contract';
import PQueue from 'p-queue';
import { namePlan, nameProduct } from '../../catalog/index.ts';
import type { Database } from '../../core/db/database.ts';
import { NotFoundError, UnavailableError } from '../../core/http/app-error.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { UpcomingPreview } from '../../core/stripe/index.ts';
import { findMirroredCustomer } from '../customers/customers.queries.ts';
import { listRenewing, type RenewingSubscription } from '../subscriptions/scheduled-changes.ts';
import { findSubscription } from '../subscriptions/subscriptions.queries.ts';
import type { ChargeSchedule } from './charge-dates.ts';
import type { InvoicesContext } from './invoices.context.ts';
import { findPreviewNames } from './invoices.preview.ts';
import { findRecurringCharges } from './recurring.rules.ts';
import { findStoredPreviews, storePreview } from './upcoming.queries.ts';
import {
  type ChargedSubscription,
  estimatedResult,
  freshResult,
  isPlainRenewal,
  listDueCharges,
  presentUpcoming,
  type StoredPreview,
  staleResult,
  type UpcomingCharges,
  type UpcomingResult,
} from './upcoming.rules.ts';

/** The maximum number of previews that are fetched at the same time. */
const concurrency = 5;

export interface UpcomingContext extends InvoicesContext {
  /** Previews that are being fetched, by subscription. Simultaneous requests in this process share one. */
  readonly fetching: Map<string, Promise<UpcomingResult>>;
}

type UpcomingRequestContext = UpcomingContext & RequestContext;

interface Page {
  readonly page: number;
  readonly pageSize: number;
}

/** A renewing subscription with its stored preview. */
export interface Renewal extends RenewingSubscription, StoredPreview {
  /** When the mirror last stored its customer. */
  readonly customerSyncedAt: Date | null;
  /** The customer's balance in cents, from the mirror; negative is a credit. */
  readonly balance: number;
}

/**
 * The next charges of subscriptions as Stripe calculates them, the nearest first (INV-8). All processes share a stored preview for a minute. If Stripe
 * does not answer, a preview of the last day or the price is shown (INV-9, INV-30).
 */
export async function listUpcoming(
  context: UpcomingRequestContext,
  options: Page,
): Promise<ResponseOf<typeof invoices.listUpcoming>> {
  const renewing = await listRenewing(context.database.query, context.catalog, context.accountId);
  const from = (options.page - 1) * options.pageSize;
  const items = await describeRenewals(context, renewing, from, from + options.pageSize);
  return listAnswer(items, renewing.length, options);
}

/**
 * The next charge of one subscription, as a list with at most one item.
 * @throws NotFoundError also for another account's subscription
 */
export async function listUpcomingForSubscription(
  context: UpcomingRequestContext,
  subscriptionId: number,
): Promise<ResponseOf<typeof invoices.listUpcomingForSubscription>> {
  const { database, catalog, accountId } = context;
  const one = { page: 1, pageSize: 1 };
  if (!(await findSubscription(database.query, accountId, subscriptionId))) throw new NotFoundError();
  const renewing = await listRenewing(database.query, catalog, accountId);
  const at = renewing.findIndex(({ id }) => id === subscriptionId);
  if (at === -1) return listAnswer([], 0, one);
  return listAnswer(await describeRenewals(context, renewing, at, at + 1), 1, one);
}

/** The upcoming invoices of the renewals from index `from` to `to`. All renewals of the account use the customer's credit. */
async function describeRenewals(
  context: UpcomingRequestContext,
  renewing: readonly RenewingSubscription[],
  from: number,
  to: number,
) {
  const renewals = await addStoredPreviews(context.database, context.session.account.customerId, renewing);
  const shown = renewals.slice(from, to);
  const answers = await fetchOrEstimate(context, shown);
  const previews = answers.flatMap(({ preview }) => preview ?? []);
  const names = await findPreviewNames(context.catalog, previews, context.locale);
  const known = new Map(shown.map((renewal, at) => [renewal.id, answers[at]?.preview ?? renewal.preview]));
  if (previews.some(({ startingBalance }) => startingBalance < 0)) {
    // The other subscriptions' charges, with tax, determine the remaining credit.
    const others = renewals.filter(({ id, preview }) => !known.has(id) && preview === null).slice(0, concurrency);
    const further = await fetchOrEstimate(context, others);
    others.forEach(({ id }, at) => {
      known.set(id, further[at]?.preview ?? null);
    });
  }
  const charged = renewals.map((renewal) => chargedSubscription(renewal, known.get(renewal.id) ?? renewal.preview));
  return shown.flatMap((renewing, at) => {
    const answer = answers[at];
    if (!answer?.preview) return [];
    const subject = charged[from + at] as ChargedSubscription;
    const due = listDueCharges(subject, charged, answer.preview.startingBalance);
    return [presentUpcoming({ renewing, preview: answer.preview, due, answer }, names)];
  });
}

/** The upcoming invoice of each renewal, in the same order: from Stripe, from a stored preview, or its price (INV-30). */
async function fetchOrEstimate(
  context: UpcomingRequestContext,
  renewals: readonly Renewal[],
): Promise<UpcomingResult[]> {
  const queue = new PQueue({ concurrency });
  const products = await context.catalog.findProducts();
  return Promise.all(
    renewals.map((renewal) =>
      queue.add(async () => {
        try {
          return await getUpcomingResult(context, renewal);
        } catch (error) {
          if (!(error instanceof UnavailableError)) throw error;
          const { productId, expiresAt, now } = renewal;
          const schedule = toChargeSchedule(renewal, expiresAt ?? now);
          const words = [nameProduct(products, productId, context.locale), namePlan(products, renewal, context.locale)];
          return estimatedResult({ ...renewal, ...schedule }, words.join(' – '));
        }
      }),
    ),
  );
}

/**
 * The upcoming invoice of each renewal, in the same order, from Stripe or a stored preview.
 * @throws UnavailableError if Stripe does not answer and no preview of the last day is stored
 */
export async function fetchUpcomingInvoices(
  context: UpcomingContext,
  renewals: readonly Renewal[],
): Promise<UpcomingResult[]> {
  const queue = new PQueue({ concurrency });
  return Promise.all(renewals.map((renewal) => queue.add(() => getUpcomingResult(context, renewal))));
}

/** Adds the stored previews to the renewing subscriptions of a customer. */
export async function addStoredPreviews(
  database: Database,
  customerId: string | null,
  renewing: readonly RenewingSubscription[],
): Promise<Renewal[]> {
  if (renewing.length === 0) return [];
  const [customer, stored] = await Promise.all([
    customerId === null ? undefined : findMirroredCustomer(database.query, customerId),
    findStoredPreviews(
      database.query,
      renewing.map(({ stripeSubscriptionId }) => stripeSubscriptionId),
    ),
  ]);
  const { syncedAt: customerSyncedAt = null, balance = 0 } = customer ?? {};
  return renewing.map((one, at) => ({ ...one, ...(stored[at] as StoredPreview), customerSyncedAt, balance }));
}

/** @throws UnavailableError if Stripe does not answer and no preview of the last day is stored */
async function getUpcomingResult(context: UpcomingContext, renewal: Renewal): Promise<UpcomingResult> {
  const { fetching } = context;
  const { stripeSubscriptionId: id } = renewal;
  const fresh = freshResult(renewal, [renewal.syncedAt, renewal.customerSyncedAt]);
  if (fresh) return fresh;
  const fetched = fetching.get(id) ?? fetchUpcoming(context, renewal).finally(() => fetching.delete(id));
  fetching.set(id, fetched);
  try {
    return await fetched;
  } catch (error) {
    const stale = error instanceof UnavailableError ? staleResult(renewal) : null;
    if (!stale) throw error;
    return stale;
  }
}

async function fetchUpcoming({ database, gateway }: UpcomingContext, renewal: Renewal): Promise<UpcomingResult> {
  const { stripeSubscriptionId, stripeScheduleId, syncedAt, customerSyncedAt } = renewal;
  // Another request may have stored a preview in the meantime.
  const [stored = renewal] = await findStoredPreviews(database.query, [stripeSubscriptionId]);
  const fresh = freshResult(stored, [syncedAt, customerSyncedAt]);
  if (fresh) return fresh;
  const upcoming = await gateway.previews.previewUpcoming({ stripeSubscriptionId, stripeScheduleId });
  const preview = upcoming && { ...upcoming, charges: await findCharges(gateway, renewal, upcoming) };
  await storePreview(database.query, stripeSubscriptionId, preview, stored.now);
  return { preview, stale: false, isEstimate: false, askedAt: stored.now };
}

/**
 * The charges from the next one on. Makes further calls if the next charge is not a plain renewal or a discount ends.
 */
async function findCharges(
  { previews }: Pick<UpcomingContext['gateway'], 'previews'>,
  renewal: Renewal,
  upcoming: UpcomingPreview,
): Promise<RecurringCharge[]> {
  const recurring = isPlainRenewal(upcoming) ? upcoming : await previews.previewRenewal(renewal);
  return findRecurringCharges(recurring, toChargeSchedule(renewal, new Date(upcoming.chargedAt)), (discounts) =>
    previews.previewRenewal(renewal, discounts),
  );
}

function toChargeSchedule({ interval, intervalCount, billingAnchor: anchor }: Renewal, first: Date): ChargeSchedule {
  return { first, anchor, interval, intervalCount };
}

/** The charges of a renewal from its preview, otherwise at its price. */
export function chargedSubscription(renewal: Renewal, preview: UpcomingCharges | null): ChargedSubscription {
  const first = preview ? new Date(preview.chargedAt) : (renewal.expiresAt ?? renewal.now);
  const atPrice = { from: first.toISOString(), until: null, total: renewal.amount, discount: 0 };
  return {
    schedule: toChargeSchedule(renewal, first),
    first: preview?.total ?? renewal.amount,
    charges: preview?.charges ?? [atPrice],
  };
}
