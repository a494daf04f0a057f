import type { invoices, ResponseOf } from '@portico/contract';
import PQueue from 'p-queue';
import { NotFoundError, UnavailableError } from '../../http/app-error.ts';
import { listAnswer } from '../../http/list-answer.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { findMirroredCustomer } from '../customers/index.ts';
import { findSubscription, listRenewing, type RenewingSubscription } from '../subscriptions/index.ts';
import type { InvoicesContext } from './invoices.context.ts';
import { findKeptPreviews, keepPreview } from './upcoming.queries.ts';
import {
  type Answer,
  afterRenewals,
  type CatalogNames,
  captionsOf,
  costOf,
  freshAnswer,
  type KeptPreview,
  presentUpcoming,
  staleAnswer,
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
interface Renewal extends RenewingSubscription, KeptPreview {
  /** When the mirror read its customer last. */
  readonly customerSyncedAt: Date | null;
}

/**
 * The next charges of subscriptions, the nearest first. Stripe calculates them. All processes share a stored preview for a minute.
 * @throws UnavailableError when Stripe does not answer and no preview of the last day is stored.
 */
export async function listUpcoming(context: Asking, options: Page): Promise<ResponseOf<typeof invoices.listUpcoming>> {
  const renewing = await listRenewing(context.database.query, context.accountId);
  const from = (options.page - 1) * options.pageSize;
  const items = await describeRenewals(context, renewing, from, from + options.pageSize);
  return listAnswer(items, renewing.length, options);
}

/** The next charge of one subscription, as a list of one or none. @throws NotFoundError also for another account's. */
export async function listUpcomingForSubscription(
  context: Asking,
  subscriptionId: number,
): Promise<ResponseOf<typeof invoices.listUpcomingForSubscription>> {
  const { database, accountId } = context;
  const one = { page: 1, pageSize: 1 };
  if (!(await findSubscription(database.query, accountId, subscriptionId))) throw new NotFoundError();
  const renewing = await listRenewing(database.query, accountId);
  const at = renewing.findIndex(({ id }) => id === subscriptionId);
  if (at === -1) return listAnswer([], 0, one);
  return listAnswer(await describeRenewals(context, renewing, at, at + 1), 1, one);
}

/** The upcoming invoices of some of an account's renewals. Earlier renewals use the customer's credit first. */
async function describeRenewals(context: Asking, renewing: readonly RenewingSubscription[], from: number, to: number) {
  const { catalog, locale } = context;
  const renewals = await withKeptPreviews(context, renewing.slice(0, to));
  const shown = renewals.slice(from);
  const queue = new PQueue({ concurrency: atOnce });
  const answers = await Promise.all(shown.map((renewal) => queue.add(() => answerFor(context, renewal))));
  const prices = answers.flatMap(({ preview }) => preview?.lines.flatMap((line) => line.stripePriceId ?? []) ?? []);
  const [products, sold] = await Promise.all([catalog.findProducts(), catalog.findByStripePrice(prices)]);
  const names: CatalogNames = { products, captions: captionsOf(sold, products, locale), locale };
  let before = costOf(renewals.slice(0, from));
  return shown.flatMap((renewal, at) => {
    const answer = answers[at];
    if (!answer?.preview) return [];
    const preview = afterRenewals(answer.preview, before);
    before += preview.total;
    return [presentUpcoming(renewal, preview, answer, names)];
  });
}

async function withKeptPreviews(
  { database, session }: Asking,
  renewing: readonly RenewingSubscription[],
): Promise<Renewal[]> {
  if (renewing.length === 0) return [];
  const { customerId } = session.account;
  const [customer, kept] = await Promise.all([
    customerId === null ? undefined : findMirroredCustomer(database.query, customerId),
    findKeptPreviews(
      database.query,
      renewing.map(({ stripeSubscriptionId }) => stripeSubscriptionId),
    ),
  ]);
  const customerSyncedAt = customer?.syncedAt ?? null;
  return renewing.map((one, at) => ({ ...one, ...(kept[at] as KeptPreview), customerSyncedAt }));
}

/** @throws UnavailableError when Stripe does not answer and no preview of the last day is stored. */
async function answerFor(context: Asking, renewal: Renewal): Promise<Answer> {
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

async function askStripe({ database, gateway }: Asking, renewal: Renewal): Promise<Answer> {
  const { stripeSubscriptionId, syncedAt, customerSyncedAt } = renewal;
  // Another request may have stored its preview since then.
  const [kept = renewal] = await findKeptPreviews(database.query, [stripeSubscriptionId]);
  const fresh = freshAnswer(kept, [syncedAt, customerSyncedAt]);
  if (fresh) return fresh;
  const preview = await gateway.previews.previewUpcoming(stripeSubscriptionId);
  await keepPreview(database.query, stripeSubscriptionId, preview, kept.now);
  return { preview, stale: false, askedAt: kept.now };
}
