import type { Locale, UpcomingInvoice } from '@portico/contract';
import PQueue from 'p-queue';
import { NotFoundError, UnavailableError } from '../../http/app-error.ts';
import { listAnswer } from '../../http/list-answer.ts';
import { localize } from '../../messages/index.ts';
import type { Gateway, UpcomingPreview } from '../../stripe/index.ts';
import { type Catalog, type Product, type SoldPrice, soldCaption } from '../catalog/index.ts';
import { presentPreview } from './invoices.preview.ts';
import type { RenewingSubscription, UpcomingQueries } from './upcoming.queries.ts';

/** How long an answer of Stripe's counts (design 'upcoming'). */
const freshSeconds = 60;
/** How long one is shown when Stripe does not answer. */
const staleMilliseconds = 24 * 60 * 60 * 1000;
/** Questions that one page asks at once. */
const atOnce = 5;

interface Answer {
  readonly preview: UpcomingPreview | null;
  readonly stale: boolean;
  readonly askedAt: Date;
}

export interface UpcomingDependencies {
  readonly queries: UpcomingQueries;
  readonly gateway: Pick<Gateway, 'previews'>;
  readonly catalog: Pick<Catalog, 'findProducts' | 'findByStripePrice'>;
}

/** What subscriptions will be charged next, reckoned by Stripe, kept for a minute for all processes. */
export function createUpcomingService({ queries, gateway, catalog }: UpcomingDependencies) {
  /** One question for all in this process who want the same at once. */
  const asking = new Map<string, Promise<Answer>>();

  async function ask(accountId: number, subscription: RenewingSubscription): Promise<Answer> {
    // Somebody else's answer may have been kept since this one was looked up.
    const found = await queries.listRenewing(accountId, { page: 1, pageSize: 1 }, subscription.id, freshSeconds);
    const { stripeSubscriptionId, preview: kept, askedAt, isFresh, now } = found.items[0] ?? subscription;
    if (isFresh && askedAt) return { preview: kept, stale: false, askedAt };
    const preview = await gateway.previews.previewUpcoming(stripeSubscriptionId);
    await queries.keep(stripeSubscriptionId, preview, now);
    return { preview, stale: false, askedAt: now };
  }

  async function answerFor(accountId: number, subscription: RenewingSubscription): Promise<Answer> {
    const { stripeSubscriptionId: id, preview: kept, askedAt, isFresh, now } = subscription;
    if (isFresh && askedAt) return { preview: kept, stale: false, askedAt };
    const asked = asking.get(id) ?? ask(accountId, subscription).finally(() => asking.delete(id));
    asking.set(id, asked);
    try {
      return await asked;
    } catch (error) {
      const isKnown = askedAt !== null && now.getTime() - askedAt.getTime() < staleMilliseconds;
      if (!(error instanceof UnavailableError) || !isKnown) throw error;
      return { preview: kept, stale: true, askedAt };
    }
  }

  async function list(
    accountId: number,
    options: { readonly page: number; readonly pageSize: number },
    locale: Locale,
    subscriptionId?: number,
  ) {
    const { items, total } = await queries.listRenewing(accountId, options, subscriptionId, freshSeconds);
    const queue = new PQueue({ concurrency: atOnce });
    const answers = await Promise.all(items.map((item) => queue.add(() => answerFor(accountId, item))));
    const prices = answers.flatMap(({ preview }) => preview?.lines.flatMap((line) => line.stripePriceId ?? []) ?? []);
    const [products, sold] = await Promise.all([catalog.findProducts(), catalog.findByStripePrice(prices)]);
    const captions = captionsOf(sold, products, locale);
    let before = items[0]?.totalBefore ?? 0;
    return listAnswer(
      items.flatMap((item, at) => {
        const answer = answers[at];
        if (!answer?.preview) return [];
        const preview = afterRenewals(answer.preview, before);
        before += preview.total;
        return [present(item, preview, answer, { products, captions, locale })];
      }),
      total,
      options,
    );
  }

  return {
    /**
     * The nearest first.
     * @throws UnavailableError where Stripe does not answer and was not asked in the last day.
     */
    list: (accountId: number, options: { readonly page: number; readonly pageSize: number }, locale: Locale) =>
      list(accountId, options, locale),

    /** One or none. @throws NotFoundError also for another account's. */
    async listForSubscription(accountId: number, subscriptionId: number, locale: Locale) {
      if (!(await queries.exists(accountId, subscriptionId))) throw new NotFoundError();
      return list(accountId, { page: 1, pageSize: 1 }, locale, subscriptionId);
    },
  };
}

/**
 * A preview with the customer's balance as renewals that cost `before` in all (cents) leave it: Stripe reckons each preview as though it were the
 * next invoice of all.
 */
function afterRenewals(preview: UpcomingPreview, before: number): UpcomingPreview {
  const { startingBalance: balance, total } = preview;
  if (balance === 0 || before <= 0) return preview;
  // Credit goes as far as it reaches; what the customer owes is charged with the first.
  const startingBalance = balance < 0 ? Math.min(0, balance + before) : 0;
  return { ...preview, startingBalance, amountDue: Math.max(0, total + startingBalance) };
}

function present(
  item: RenewingSubscription,
  preview: UpcomingPreview,
  { stale, askedAt }: Answer,
  words: { products: ReadonlyMap<string, Product>; captions: ReadonlyMap<string, string>; locale: Locale },
): UpcomingInvoice {
  const product = words.products.get(item.productId);
  const plan = product?.plans.find(({ id }) => id === item.planId);
  return {
    ...presentPreview(preview, words.captions, words.locale),
    subscriptionId: item.id,
    productId: item.productId,
    productName: product ? localize(product.displayName, words.locale) : item.productId,
    subscriptionPlanName: plan ? localize(plan.name, words.locale) : item.planId,
    currency: item.currency,
    created: preview.chargedAt,
    periodStart: preview.periodStart,
    periodEnd: preview.periodEnd,
    stale,
    asOf: askedAt.toISOString(),
  };
}

/** What lines are called, by Stripe price. */
function captionsOf(
  sold: ReadonlyMap<string, SoldPrice>,
  products: ReadonlyMap<string, Product>,
  locale: Locale,
): Map<string, string> {
  return new Map(
    [...sold].map(([stripePriceId, price]) => {
      const product = products.get(price.productId);
      const caption = localize(soldCaption(price), locale);
      const isBase = price.kind === 'base' && product !== undefined;
      return [stripePriceId, isBase ? `${localize(product.displayName, locale)} – ${caption}` : caption];
    }),
  );
}
