import type { CancellationOffer, Locale } from '@portico/contract';
import {
  amountPerMonth,
  type Coupon,
  type CancellationOffer as OfferDefinition,
  type Plan,
  type PricePlan,
  type Product,
} from '../../catalog/index.ts';
import { localize } from '../../core/messages/index.ts';
import type { SubscriptionRow } from '../subscriptions/subscriptions.queries.ts';
import { allowedCancellation, allowedChanges, wireStatus } from '../subscriptions/subscriptions.rules.ts';

export interface OfferFacts {
  readonly row: SubscriptionRow;
  readonly product: Product;
  /** The redeemable coupons of the offers, by code. */
  readonly coupons: ReadonlyMap<string, Coupon>;
  /** Whether the account ever accepted a discount to stay with the product. */
  readonly hasAccepted: boolean;
  readonly now: Date;
}

/** The offers that fit a cancelable subscription, in the order of the catalog (CXL-5, CXL-6). */
export function listAvailableOffers(facts: OfferFacts, locale: Locale): CancellationOffer[] {
  if (!allowedCancellation(facts.row).cancellationAllowed) return [];
  return facts.product.cancellationOffers
    .filter(({ plans }) => plans === null || plans.includes(facts.row.planId))
    .flatMap((offer) => presentOffer(offer, facts, locale) ?? []);
}

function presentOffer(offer: OfferDefinition, facts: OfferFacts, locale: Locale): CancellationOffer | undefined {
  const { id, reasons } = offer;
  const common = { id, reasons, text: offer.text ? localize(offer.text, locale) : null };
  switch (offer.kind) {
    case 'coupon': {
      const coupon = findAvailableCoupon(offer, facts);
      if (!coupon) return undefined;
      const { percentOff, amountOff, currency, duration, durationInMonths: months } = coupon;
      return { ...common, kind: 'coupon', percentOff, amountOff, currency, duration, months };
    }
    case 'plan': {
      const found = findCheaperPlan(offer, facts);
      if (!found) return undefined;
      const { plan, amount } = found;
      const planName = localize(plan.name, locale);
      return { ...common, kind: 'plan', planName, amountPerMonth: amount, currency: facts.row.currency };
    }
    case 'interval': {
      const percentSaved = findIntervalSaving(offer, facts);
      if (percentSaved === undefined || offer.interval === null) return undefined;
      return { ...common, kind: 'interval', interval: offer.interval, percentSaved };
    }
    case 'contact':
      return offer.url === null ? undefined : { ...common, kind: 'contact', url: offer.url };
  }
}

/**
 * The offer's coupon, if the subscription is paid and active and has no discount, the account never accepted such an offer for the product, and
 * the discount applies to the next invoice (CXL-6, CXL-7).
 */
export function findAvailableCoupon(
  { couponCode }: Pick<OfferDefinition, 'couponCode'>,
  { row, product, coupons, hasAccepted, now }: OfferFacts,
): Coupon | undefined {
  const coupon = couponCode === null ? undefined : coupons.get(couponCode);
  if (!coupon || hasAccepted || row.trial || row.amount === 0 || row.status !== 'active') return undefined;
  if (row.discounts.some(({ end }) => end === null || new Date(end) > now)) return undefined;
  if (coupon.productIds && !coupon.productIds.includes(product.id)) return undefined;
  if (coupon.amountOff !== null && coupon.currency !== row.currency) return undefined;
  return coversNextInvoice(coupon, row.expiresAt, now) ? coupon : undefined;
}

function coversNextInvoice(
  { duration, durationInMonths }: Pick<Coupon, 'duration' | 'durationInMonths'>,
  renewsAt: Date | null,
  now: Date,
): boolean {
  if (duration !== 'repeating') return true;
  const end = new Date(now);
  end.setUTCMonth(end.getUTCMonth() + (durationInMonths ?? 0));
  return renewsAt !== null && renewsAt < end;
}

const currentPlan = ({ row, product }: OfferFacts): Plan | undefined =>
  product.plans.find(({ id }) => id === row.planId);

/** Cents a month per unit of the subscription's price plan. */
function currentAmount({ items, interval, intervalCount }: SubscriptionRow): number {
  const amount = items.find(({ kind }) => kind === 'base')?.unitAmount ?? 0;
  return amountPerMonth({ amount, interval, intervalCount });
}

/**
 * The offered plan with its cents a month, if it is on sale and costs less per unit. Prefers the subscription's
 * billing interval, if the plan is sold at that interval.
 */
function findCheaperPlan(
  { planId }: OfferDefinition,
  facts: OfferFacts,
): { readonly plan: Plan; readonly amount: number } | undefined {
  const { row, product, now } = facts;
  if (planId === row.planId || !mayChangePlan(facts)) return undefined;
  const plan = product.plans.find(({ id }) => id === planId);
  const isSold = plan?.active && !plan.retired && (plan.startDate === null || plan.startDate <= now);
  if (!plan || !isSold) return undefined;
  const same = plan.pricePlans.filter(
    ({ interval, intervalCount }) => interval === row.interval && intervalCount === row.intervalCount,
  );
  const amounts = (same.length > 0 ? same : plan.pricePlans).map(amountPerMonth);
  const amount = Math.min(...amounts);
  return amounts.length > 0 && amount < currentAmount(row) ? { plan, amount } : undefined;
}

/**
 * The percentage that another interval of the same plan saves; undefined if that interval is not sold or is the
 * current one.
 */
function findIntervalSaving({ interval }: OfferDefinition, facts: OfferFacts): number | undefined {
  const { row } = facts;
  if (row.interval === interval || row.trial || !mayChangePlan(facts)) return undefined;
  const price = currentPlan(facts)?.pricePlans.find((one) => one.interval === interval && one.intervalCount === 1);
  const current = currentAmount(row);
  if (!price || current === 0) return undefined;
  return Math.max(0, Math.round((1 - amountPerMonth(price) / current) * 100));
}

/** The price plans of an offered plan or interval (CXL-12). */
export function listOfferedPricePlans(
  { kind, planId, interval }: OfferDefinition,
  facts: OfferFacts,
): readonly PricePlan[] {
  if (kind === 'plan') return facts.product.plans.find(({ id }) => id === planId)?.pricePlans ?? [];
  return (currentPlan(facts)?.pricePlans ?? []).filter((one) => one.interval === interval && one.intervalCount === 1);
}

/** False with unpaid invoices (CRED-1) or a plan that is not sold online. */
function mayChangePlan(facts: OfferFacts): boolean {
  const { row, product } = facts;
  return wireStatus(row.status) === 1 && allowedChanges(row, product, currentPlan(facts)).changingPlanAllowed;
}
