import type { Locale, UpcomingInvoice } from '@portico/contract';
import { localize } from '../../messages/index.ts';
import type { UpcomingPreview } from '../../stripe/index.ts';
import { type Product, type SoldPrice, soldCaption } from '../catalog/index.ts';
import type { RenewingSubscription } from '../subscriptions/index.ts';
import { presentPreview } from './invoices.preview.ts';

/** How long a preview is current (INV-8). */
const freshMilliseconds = 60_000;
/** How long a preview is shown while Stripe does not answer (INV-9). */
const staleMilliseconds = 24 * 60 * 60 * 1000;

/** A stored preview. */
export interface KeptPreview {
  /** Null when the subscription had no upcoming invoice. */
  readonly preview: UpcomingPreview | null;
  /** Null without a stored preview. */
  readonly askedAt: Date | null;
  /** The database's time. */
  readonly now: Date;
}

/** The next charge of a subscription. */
export interface Answer {
  readonly preview: UpcomingPreview | null;
  readonly stale: boolean;
  readonly askedAt: Date;
}

/**
 * Returns the stored preview while it is at most a minute old, unless the subscription or its customer changed since.
 * @param changed when the mirror read each of them last.
 */
export function freshAnswer({ preview, askedAt, now }: KeptPreview, changed: readonly (Date | null)[]): Answer | null {
  if (askedAt === null || now.getTime() - askedAt.getTime() >= freshMilliseconds) return null;
  const isOutdated = changed.some((moment) => moment !== null && moment >= askedAt);
  return isOutdated ? null : { preview, stale: false, askedAt };
}

/** Returns the stored preview for a day, for when Stripe does not answer. */
export function staleAnswer({ preview, askedAt, now }: KeptPreview): Answer | null {
  if (askedAt === null || now.getTime() - askedAt.getTime() >= staleMilliseconds) return null;
  return { preview, stale: true, askedAt };
}

/** The total of renewals in cents, without the tax of those that Stripe has not calculated. */
export function costOf(renewals: readonly { readonly amount: number; readonly preview: UpcomingPreview | null }[]) {
  return renewals.reduce((sum, { amount, preview }) => sum + (preview?.total ?? amount), 0);
}

/**
 * Adjusts a preview to the balance that earlier renewals leave. Stripe calculates each preview as if it were the customer's next invoice.
 * @param before the total of the earlier renewals in cents.
 */
export function afterRenewals(preview: UpcomingPreview, before: number): UpcomingPreview {
  const { startingBalance: balance, total } = preview;
  if (balance === 0 || before <= 0) return preview;
  // Credit is used up in order. A debt is charged with the first renewal.
  const startingBalance = balance < 0 ? Math.min(0, balance + before) : 0;
  return { ...preview, startingBalance, amountDue: Math.max(0, total + startingBalance) };
}

/** The sources of the names in an upcoming invoice. */
export interface CatalogNames {
  readonly products: ReadonlyMap<string, Product>;
  /** Captions of lines, by Stripe price. */
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

/** Captions of lines, by Stripe price. The caption of a plan's price names its product too. */
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
