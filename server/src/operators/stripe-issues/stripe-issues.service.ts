import type { Locale } from '@portico/contract';
import type { Audit } from '../../accounts/index.ts';
import { type Catalog, correctStripe, type Product, storeNegotiatedPrice } from '../../catalog/index.ts';
import type { Database } from '../../core/db/database.ts';
import { InvalidInputError, NotFoundError } from '../../core/http/app-error.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { localize } from '../../core/messages/index.ts';
import {
  dismissIssue,
  findOpenIssue,
  type Gateway,
  listSubjectsOfPrice,
  settleIssues,
  soldPricesSubject,
} from '../../core/stripe/index.ts';

export interface StripeIssuesContext {
  readonly database: Database;
  readonly audit: Audit;
  readonly catalog: Pick<Catalog, 'findProducts'>;
  readonly gateway: Pick<Gateway, 'client' | 'mirror' | 'prices'>;
}

type CallContext = StripeIssuesContext & RequestContext;

/** Subscriptions that a choice updates at once. The nightly repair updates the others. */
const maxSubscriptions = 100;

/** Removes an issue from the cockpit (OPR-12). @throws NotFoundError */
export async function dismiss({ database, audit, actor }: CallContext, id: number): Promise<{ id: number }> {
  await database.transaction(async (transaction) => {
    const issue = await dismissIssue(transaction, id);
    if (!issue) throw new NotFoundError();
    const detail = { issue: issue.kind, subject: issue.subject };
    await audit.record({ ...actor, kind: 'stripeIssueDismissed', detail }, transaction);
  });
  return { id };
}

/** Brings Stripe to the state of the published catalog again (CAT-53). @throws NotFoundError, and Stripe's errors */
export async function correct(context: CallContext, id: number): Promise<{ id: number }> {
  const { database, audit, actor } = context;
  if ((await findOpenIssue(database.query, id))?.kind !== 'catalogDiffers') throw new NotFoundError();
  await correctStripe(context);
  await settleIssues(database.query, 'refused', [soldPricesSubject]);
  await audit.record({ ...actor, kind: 'stripeCorrected' });
  return { id };
}

/**
 * Stores which price plan a Stripe price belongs to, and updates the subscriptions that have the price (SUB-38).
 * @throws NotFoundError for an issue without a price; InvalidInputError for an unknown price plan; UnavailableError
 */
export async function choosePlan(context: CallContext, id: number, pricePlanId: string): Promise<{ id: number }> {
  const { database, audit, actor, catalog, gateway, locale } = context;
  const known = listPricePlans(await catalog.findProducts(), null, locale);
  if (!known.some((plan) => plan.id === pricePlanId))
    throw new InvalidInputError({ pricePlanId: [{ key: 'problem.notFound' }] });
  const { stripePriceId } = (await findOpenIssue(database.query, id)) ?? {};
  if (!stripePriceId) throw new NotFoundError();
  const terms = await gateway.prices.retrieve(stripePriceId);
  const subscriptions = await listSubjectsOfPrice(database.query, stripePriceId, maxSubscriptions);
  await database.transaction(async (transaction) => {
    await dismissIssue(transaction, id);
    await storeNegotiatedPrice(transaction, { ...terms, stripePriceId, priceId: pricePlanId });
    await audit.record(
      { ...actor, kind: 'stripePricePlanChosen', detail: { stripePriceId, pricePlanId } },
      transaction,
    );
  });
  const [first, ...others] = subscriptions.map((subject) => ({ id: subject }));
  if (first) await gateway.mirror.refreshTogether('subscription', first, others);
  return { id };
}

/** The price plans of a product, or of all products, for operators. */
export function listPricePlans(
  products: ReadonlyMap<string, Product>,
  productId: string | null,
  locale: Locale,
): { id: string; name: string }[] {
  return [...products.values()]
    .filter(({ id }) => productId === null || id === productId)
    .flatMap(({ displayName, plans }) =>
      plans.flatMap(({ name, pricePlans }) =>
        pricePlans.map(({ id, caption }) => ({
          id,
          name: [displayName, name, caption].map((text) => localize(text, locale)).join(' – '),
        })),
      ),
    );
}
