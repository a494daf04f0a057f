import type { Locale, UpcomingInvoice } from '@portico/contract';
import { localize } from '../../messages/index.ts';
import type { UpcomingPreview } from '../../stripe/index.ts';
import { type Product, type SoldPrice, soldCaption } from '../catalog/index.ts';
import type { RenewingSubscription } from '../subscriptions/index.ts';
import { presentPreview } from './invoices.preview.ts';

/** How long an answer of Stripe's counts (INV-8). */
const freshMilliseconds = 60_000;
/** How long one is shown when Stripe does not answer. */
const staleMilliseconds = 24 * 60 * 60 * 1000;

/** An answer that was kept. */
export interface KeptPreview {
  /** Null where the subscription had no next invoice. */
  readonly preview: UpcomingPreview | null;
  /** Null where nothing is kept. */
  readonly askedAt: Date | null;
  /** The database's moment. */
  readonly now: Date;
}

/** What a subscription will be charged next, as it is shown. */
export interface Answer {
  readonly preview: UpcomingPreview | null;
  readonly stale: boolean;
  readonly askedAt: Date;
}

/**
 * The kept answer while it is at most a minute old, unless the subscription or its customer changed since.
 * @param changed when each of them was read last.
 */
export function freshAnswer({ preview, askedAt, now }: KeptPreview, changed: readonly (Date | null)[]): Answer | null {
  if (askedAt === null || now.getTime() - askedAt.getTime() >= freshMilliseconds) return null;
  const isOutdated = changed.some((moment) => moment !== null && moment >= askedAt);
  return isOutdated ? null : { preview, stale: false, askedAt };
}

/** The kept answer where Stripe does not answer, for a day. */
export function staleAnswer({ preview, askedAt, now }: KeptPreview): Answer | null {
  if (askedAt === null || now.getTime() - askedAt.getTime() >= staleMilliseconds) return null;
  return { preview, stale: true, askedAt };
}

/** Cents that renewals cost together; before tax where Stripe reckoned none of it yet. */
export function costOf(renewals: readonly { readonly amount: number; readonly preview: UpcomingPreview | null }[]) {
  return renewals.reduce((sum, { amount, preview }) => sum + (preview?.total ?? amount), 0);
}

/**
 * A preview with the customer's balance as earlier renewals leave it: Stripe reckons each preview as though it were the next invoice of all.
 * @param before cents that the earlier renewals cost together.
 */
export function afterRenewals(preview: UpcomingPreview, before: number): UpcomingPreview {
  const { startingBalance: balance, total } = preview;
  if (balance === 0 || before <= 0) return preview;
  // Credit goes as far as it reaches; what the customer owes is charged with the first.
  const startingBalance = balance < 0 ? Math.min(0, balance + before) : 0;
  return { ...preview, startingBalance, amountDue: Math.max(0, total + startingBalance) };
}

/** What the names in a coming invoice are taken from. */
export interface CatalogNames {
  readonly products: ReadonlyMap<string, Product>;
  /** What lines are called, by Stripe price. */
  readonly captions: ReadonlyMap<string, string>;
  readonly locale: Locale;
}

export function presentUpcoming(
  renewing: RenewingSubscription,
  preview: UpcomingPreview,
  { stale, askedAt }: Answer,
  { products, captions, locale }: CatalogNames,
): UpcomingInvoice {
  const product = products.get(renewing.productId);
  const plan = product?.plans.find(({ id }) => id === renewing.planId);
  return {
    ...presentPreview(preview, captions, locale),
    subscriptionId: renewing.id,
    productId: renewing.productId,
    productName: product ? localize(product.displayName, locale) : renewing.productId,
    subscriptionPlanName: plan ? localize(plan.name, locale) : renewing.planId,
    currency: renewing.currency,
    created: preview.chargedAt,
    periodStart: preview.periodStart,
    periodEnd: preview.periodEnd,
    stale,
    asOf: askedAt.toISOString(),
  };
}

/** What lines are called, by Stripe price; a plan's price names its product too. */
export function captionsOf(
  sold: ReadonlyMap<string, SoldPrice>,
  products: ReadonlyMap<string, Product>,
  locale: Locale,
): ReadonlyMap<string, string> {
  return new Map(
    [...sold].map(([stripePriceId, price]) => {
      const product = products.get(price.productId);
      const caption = localize(soldCaption(price), locale);
      const isBase = price.kind === 'base' && product !== undefined;
      return [stripePriceId, isBase ? `${localize(product.displayName, locale)} – ${caption}` : caption];
    }),
  );
}
