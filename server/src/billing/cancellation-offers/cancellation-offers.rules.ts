import type { CancellationOffer, Locale } from '@portico/contract';
import {
  amountPerMonth,
  type Coupon,
  type Plan,
  type PricePlan,
  type Product,
  type CancellationOffer as SoldOffer,
} from '../../catalog/index.ts';
import { localize } from '../../core/messages/index.ts';
import type { SubscriptionRow } from '../subscriptions/subscriptions.queries.ts';
import { allowedCancellation, changesAllowed, wireStatus } from '../subscriptions/subscriptions.rules.ts';

/** What decides which offers fit. */
export interface OfferFacts {
  readonly row: SubscriptionRow;
  readonly product: Product;
  /** The coupons that offers name, by code; those that cannot be redeemed any more are missing. */
  readonly coupons: ReadonlyMap<string, Coupon>;
  /** Whether the account took a discount to stay with the product before. */
  readonly hasAccepted: boolean;
  readonly now: Date;
}

/** The offers that fit a subscription that could be canceled, in the order of the catalog (CXL-5, CXL-6). */
export function offersFor(facts: OfferFacts, locale: Locale): CancellationOffer[] {
  if (!allowedCancellation(facts.row).cancellationAllowed) return [];
  return facts.product.cancellationOffers
    .filter(({ plans }) => plans === null || plans.includes(facts.row.planId))
    .flatMap((offer) => present(offer, facts, locale) ?? []);
}

function present(offer: SoldOffer, facts: OfferFacts, locale: Locale): CancellationOffer | undefined {
  const { id, reasons } = offer;
  const common = { id, reasons, text: offer.text ? localize(offer.text, locale) : null };
  switch (offer.kind) {
    case 'coupon': {
      const coupon = couponOf(offer, facts);
      if (!coupon) return undefined;
      const { percentOff, amountOff, currency, duration, durationInMonths: months } = coupon;
      return { ...common, kind: 'coupon', percentOff, amountOff, currency, duration, months };
    }
    case 'plan': {
      const found = cheaperPlan(offer, facts);
      if (!found) return undefined;
      const { plan, amount } = found;
      const planName = localize(plan.name, locale);
      return { ...common, kind: 'plan', planName, amountPerMonth: amount, currency: facts.row.currency };
    }
    case 'interval': {
      const percentSaved = intervalSaving(offer, facts);
      if (percentSaved === undefined || offer.interval === null) return undefined;
      return { ...common, kind: 'interval', interval: offer.interval, percentSaved };
    }
    case 'contact':
      return offer.url === null ? undefined : { ...common, kind: 'contact', url: offer.url };
  }
}

/**
 * The coupon of an offer that fits: the subscription is paid and active, nothing is taken off it yet, the account took no such offer for the
 * product, and the next invoice has the discount (CXL-6, CXL-7).
 */
export function couponOf(
  { couponCode }: Pick<SoldOffer, 'couponCode'>,
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

const ownPlan = ({ row, product }: OfferFacts): Plan | undefined => product.plans.find(({ id }) => id === row.planId);

/** Cents a month for each unit of the subscription's price plan. */
function ownAmount({ items, interval, intervalCount }: SubscriptionRow): number {
  const amount = items.find(({ kind }) => kind === 'base')?.unitAmount ?? 0;
  return amountPerMonth({ amount, interval, intervalCount });
}

/** Another plan on sale that costs less for each unit, with its cents a month, at the same interval where there is one. */
function cheaperPlan(
  { planId }: SoldOffer,
  facts: OfferFacts,
): { readonly plan: Plan; readonly amount: number } | undefined {
  const { row, product, now } = facts;
  if (planId === row.planId || !mayChange(facts)) return undefined;
  const plan = product.plans.find(({ id }) => id === planId);
  const isSold = plan?.active && !plan.retired && (plan.startDate === null || plan.startDate <= now);
  if (!plan || !isSold) return undefined;
  const same = plan.pricePlans.filter(
    ({ interval, intervalCount }) => interval === row.interval && intervalCount === row.intervalCount,
  );
  const amounts = (same.length > 0 ? same : plan.pricePlans).map(amountPerMonth);
  const amount = Math.min(...amounts);
  return amounts.length > 0 && amount < ownAmount(row) ? { plan, amount } : undefined;
}

/** Percent that another interval of the same plan saves; undefined where it is not sold, or is the one that is paid. */
function intervalSaving({ interval }: SoldOffer, facts: OfferFacts): number | undefined {
  const { row } = facts;
  if (row.interval === interval || row.trial || !mayChange(facts)) return undefined;
  const price = ownPlan(facts)?.pricePlans.find((one) => one.interval === interval && one.intervalCount === 1);
  const own = ownAmount(row);
  if (!price || own === 0) return undefined;
  return Math.max(0, Math.round((1 - amountPerMonth(price) / own) * 100));
}

/** The price plans by which the plan or interval of an offer is taken (CXL-12). */
export function pricePlansOf({ kind, planId, interval }: SoldOffer, facts: OfferFacts): readonly PricePlan[] {
  if (kind === 'plan') return facts.product.plans.find(({ id }) => id === planId)?.pricePlans ?? [];
  return (ownPlan(facts)?.pricePlans ?? []).filter((one) => one.interval === interval && one.intervalCount === 1);
}

/** Unpaid invoices stand against a change (CRED-1), and so does a plan that is not sold online. */
function mayChange(facts: OfferFacts): boolean {
  const { row, product } = facts;
  return wireStatus(row.status) === 1 && changesAllowed(row, product, ownPlan(facts)).changingPlanAllowed;
}
