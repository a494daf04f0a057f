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
import { findKeptPreviews, keepPreview } from './upcoming.queries.ts';
import {
  type Answer,
  type ChargedSubscription,
  estimatedAnswer,
  freshAnswer,
  isPlainRenewal,
  type KeptPreview,
  listDueCharges,
  presentUpcoming,
  staleAnswer,
  type UpcomingCharges,
} from './upcoming.rules.ts';

/** Concurrent previews of one page. */
const atOnce = 5;

export interface UpcomingContext extends InvoicesContext {
  /** Previews that are being fetched, by subscription. Simultaneous requests in this process share one. */
  readonly asking: Map<string, Promise<Answer>>;
}

type Asking = UpcomingContext & RequestContext;

interface Page {
  readonly page: number;
  readonly pageSize: number;
}

/** A renewing subscription with its stored preview. */
export interface Renewal extends RenewingSubscription, KeptPreview {
  /** When the mirror read its customer last. */
  readonly customerSyncedAt: Date | null;
  /** The customer's balance in cents, by the mirror and with Stripe's sign. */
  readonly balance: number;
}

/**
 * The next charges of subscriptions, the nearest first (INV-8). Stripe calculates them. All processes share a stored preview for a minute. Where Stripe does
 * not answer, each is what was stored in the last day, else its price (INV-9, INV-30).
 */
export async function listUpcoming(context: Asking, options: Page): Promise<ResponseOf<typeof invoices.listUpcoming>> {
  const renewing = await listRenewing(context.database.query, context.catalog, context.accountId);
  const from = (options.page - 1) * options.pageSize;
  const items = await describeRenewals(context, renewing, from, from + options.pageSize);
  return listAnswer(items, renewing.length, options);
}

/** The next charge of one subscription, as a list of one or none. @throws NotFoundError also for another account's. */
export async function listUpcomingForSubscription(
  context: Asking,
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

/** The upcoming invoices of some of an account's renewals. All its renewals use the customer's credit. */
async function describeRenewals(context: Asking, renewing: readonly RenewingSubscription[], from: number, to: number) {
  const renewals = await withKeptPreviews(context.database, context.session.account.customerId, renewing);
  const shown = renewals.slice(from, to);
  const answers = await askOrEstimate(context, shown);
  const previews = answers.flatMap(({ preview }) => preview ?? []);
  const names = await findPreviewNames(context.catalog, previews, context.locale);
  const known = new Map(shown.map((renewal, at) => [renewal.id, answers[at]?.preview ?? renewal.preview]));
  if (previews.some(({ startingBalance }) => startingBalance < 0)) {
    // What others cost decides what is left of the credit, tax included.
    const others = renewals.filter(({ id, preview }) => !known.has(id) && preview === null).slice(0, atOnce);
    const further = await askOrEstimate(context, others);
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

/** What Stripe answers for each renewal, in the same order; else its stored preview, else its price (INV-30). */
async function askOrEstimate(context: Asking, renewals: readonly Renewal[]): Promise<Answer[]> {
  const queue = new PQueue({ concurrency: atOnce });
  const products = await context.catalog.findProducts();
  return Promise.all(
    renewals.map((renewal) =>
      queue.add(async () => {
        try {
          return await answerFor(context, renewal);
        } catch (error) {
          if (!(error instanceof UnavailableError)) throw error;
          const { productId, expiresAt, now } = renewal;
          const schedule = scheduleOf(renewal, expiresAt ?? now);
          const words = [nameProduct(products, productId, context.locale), namePlan(products, renewal, context.locale)];
          return estimatedAnswer({ ...renewal, ...schedule }, words.join(' – '));
        }
      }),
    ),
  );
}

/**
 * What Stripe answers for each renewal, in the same order, or its stored preview.
 * @throws UnavailableError when Stripe does not answer and no preview of the last day is stored.
 */
export async function askFor(context: UpcomingContext, renewals: readonly Renewal[]): Promise<Answer[]> {
  const queue = new PQueue({ concurrency: atOnce });
  return Promise.all(renewals.map((renewal) => queue.add(() => answerFor(context, renewal))));
}

/** The renewing subscriptions of a customer with their stored previews. */
export async function withKeptPreviews(
  database: Database,
  customerId: string | null,
  renewing: readonly RenewingSubscription[],
): Promise<Renewal[]> {
  if (renewing.length === 0) return [];
  const [customer, kept] = await Promise.all([
    customerId === null ? undefined : findMirroredCustomer(database.query, customerId),
    findKeptPreviews(
      database.query,
      renewing.map(({ stripeSubscriptionId }) => stripeSubscriptionId),
    ),
  ]);
  const { syncedAt: customerSyncedAt = null, balance = 0 } = customer ?? {};
  return renewing.map((one, at) => ({ ...one, ...(kept[at] as KeptPreview), customerSyncedAt, balance }));
}

/** @throws UnavailableError when Stripe does not answer and no preview of the last day is stored. */
async function answerFor(context: UpcomingContext, renewal: Renewal): Promise<Answer> {
  const { asking } = context;
  const { stripeSubscriptionId: id } = renewal;
  const fresh = freshAnswer(renewal, [renewal.syncedAt, renewal.customerSyncedAt]);
  if (fresh) return fresh;
  const asked = asking.get(id) ?? askStripe(context, renewal).finally(() => asking.delete(id));
  asking.set(id, asked);
  try {
    return await asked;
  } catch (error) {
    const stale = error instanceof UnavailableError ? staleAnswer(renewal) : null;
    if (!stale) throw error;
    return stale;
  }
}

async function askStripe({ database, gateway }: UpcomingContext, renewal: Renewal): Promise<Answer> {
  const { stripeSubscriptionId, stripeScheduleId, syncedAt, customerSyncedAt } = renewal;
  // Another request may have stored its preview since then.
  const [kept = renewal] = await findKeptPreviews(database.query, [stripeSubscriptionId]);
  const fresh = freshAnswer(kept, [syncedAt, customerSyncedAt]);
  if (fresh) return fresh;
  const upcoming = await gateway.previews.previewUpcoming({ stripeSubscriptionId, stripeScheduleId });
  const preview = upcoming && { ...upcoming, charges: await findCharges(gateway, renewal, upcoming) };
  await keepPreview(database.query, stripeSubscriptionId, preview, kept.now);
  return { preview, stale: false, isEstimate: false, askedAt: kept.now };
}

/** What the subscription costs from its next charge on. Further calls are made where that charge has more on it, or where a discount ends. */
async function findCharges(
  { previews }: Pick<UpcomingContext['gateway'], 'previews'>,
  renewal: Renewal,
  upcoming: UpcomingPreview,
): Promise<RecurringCharge[]> {
  const recurring = isPlainRenewal(upcoming) ? upcoming : await previews.previewRenewal(renewal);
  return findRecurringCharges(recurring, scheduleOf(renewal, new Date(upcoming.chargedAt)), (discounts) =>
    previews.previewRenewal(renewal, discounts),
  );
}

function scheduleOf({ interval, intervalCount, billingAnchor: anchor }: Renewal, first: Date): ChargeSchedule {
  return { first, anchor, interval, intervalCount };
}

/** The charges of a renewal by its preview, else at its price. */
export function chargedSubscription(renewal: Renewal, preview: UpcomingCharges | null): ChargedSubscription {
  const first = preview ? new Date(preview.chargedAt) : (renewal.expiresAt ?? renewal.now);
  const atPrice = { from: first.toISOString(), until: null, total: renewal.amount, discount: 0 };
  return {
    schedule: scheduleOf(renewal, first),
    first: preview?.total ?? renewal.amount,
    charges: preview?.charges ?? [atPrice],
  };
}
