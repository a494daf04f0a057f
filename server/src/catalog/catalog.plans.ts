import type { Locale, SubscriptionPlan } from '@portico/contract';
import { localize } from '../core/messages/index.ts';
import { amountPerMonth, fromAmountPerMonth, yearSavings } from './catalog.amounts.ts';
import { type HeldSubscription, type Holding, liveSubscription } from './catalog.holdings.ts';
import { type CurrentHolding, mayChoose } from './catalog.selection.ts';
import type { Addon, Plan, Price, PricePlan, Product } from './catalog.types.ts';

/** An account's plans of a product. */
export interface PlanHolding {
  readonly live: HeldSubscription | undefined;
  /** The newest ended subscription, if none is live. */
  readonly ended: HeldSubscription | undefined;
  readonly current: CurrentHolding;
}

/** The account's plans of the product at `now`. */
export function findPlanHolding(product: Product, holding: Holding | undefined, now: Date): PlanHolding {
  const live = liveSubscription(holding ?? { subscriptions: [] }, now);
  const subscriptions = holding?.subscriptions ?? [];
  const trials = new Set(product.plans.filter(({ isTrial }) => isTrial).map(({ id }) => id));
  return {
    live,
    ended: live ? undefined : subscriptions.find(({ status }) => status !== 2),
    current: {
      planId: live?.planId ?? null,
      devicesInUse: live?.devicesInUse ?? 0,
      hadTrial: (holding?.hadTrial ?? false) || subscriptions.some(({ trial, planId }) => trial || trials.has(planId)),
    },
  };
}

/** An account sees the plans on offer and its own. Its current trial is hidden, because it cannot be changed (CAT-8). */
export function isVisibleTo(plan: Plan, { current }: PlanHolding): boolean {
  const own = current.planId === plan.id;
  if (plan.isTrial && own) return false;
  return own || (plan.active && !plan.retired);
}

export interface PlanViewer {
  readonly locale: Locale;
  readonly now: Date;
  /** Whether the user may buy for the account. */
  readonly mayBuy: boolean;
}

/** A plan as one account sees it (CAT-29). */
export function presentPlan(
  product: Product,
  plan: Plan,
  holding: PlanHolding,
  { locale, now, mayBuy }: PlanViewer,
): SubscriptionPlan {
  return {
    id: plan.id,
    productId: plan.productId,
    code: plan.code,
    name: localize(plan.name, locale),
    description: localize(plan.description, locale),
    featured: plan.featured,
    featuredText: plan.featuredText && localize(plan.featuredText, locale),
    footnote: plan.footnote && localize(plan.footnote, locale),
    features: plan.features.map(({ caption, footnote }) => ({
      caption: localize(caption, locale),
      footnote: footnote && localize(footnote, locale),
    })),
    isTrial: plan.isTrial,
    trialDays: plan.trialDays,
    isActive: plan.active && !plan.retired,
    processingType: plan.processingType,
    contactUrl: plan.contactUrl,
    startDate: plan.startDate?.toISOString() ?? null,
    minQuantity: plan.minQuantity,
    maxQuantity: plan.maxQuantity,
    fromAmountPerMonth: fromAmountPerMonth([plan]),
    pricePlans: plan.pricePlans.map((price) => presentPricePlan({ product, plan, price }, holding, locale)),
    subscribeAction: subscribeAction(plan, holding),
    // A canceled subscription has to be restored before it can change (SUB-9).
    canSubscribe: mayBuy && !holding.live?.cancelAt && mayChoose(product, plan, holding.current, now),
  };
}

/** The subscribe button's label (CAT-10). A manual plan's button is a contact link (CAT-9). */
function subscribeAction(plan: Plan, { live, ended }: PlanHolding): SubscriptionPlan['subscribeAction'] {
  if (plan.processingType === 1) return 'Contact';
  if (live) return live.planId === plan.id ? 'ChangeOptions' : 'SwitchTo';
  return ended?.planId === plan.id ? 'Resubscribe' : 'Subscribe';
}

interface PricePlanInProduct {
  readonly product: Product;
  readonly plan: Plan;
  readonly price: PricePlan;
}

function presentPricePlan(
  { product, plan, price }: PricePlanInProduct,
  { live }: PlanHolding,
  locale: Locale,
): SubscriptionPlan['pricePlans'][number] {
  return {
    id: price.id,
    subscriptionPlanId: plan.id,
    nickname: localize(price.caption, locale),
    interval: price.interval,
    intervalCount: price.intervalCount,
    amount: price.amount,
    amountPerMonth: amountPerMonth(price),
    yearSavings: yearSavings(price, plan),
    currency: price.currency,
    usedSubscriptionsCount: live?.devicesInUse ?? 0,
    currentDeviceCount: live?.quantity ?? 0,
    additionalPrices: price.additionalPrices.map((additional) => {
      const quantity = live ? heldQuantity(plan, additional, live) : 0;
      return {
        id: additional.id,
        subscriptionPlanId: plan.id,
        nickname: localize(additional.caption, locale),
        amount: additional.amount,
        quantity,
        currentDeviceCount: additional.increasesDeviceQuantity ? quantity : 0,
        increaseTotalDeviceQuantity: additional.increasesDeviceQuantity,
      };
    }),
    addons: price.addons.map((addon) => presentAddon(product, addon, live, locale)),
  };
}

type PresentedAddon = SubscriptionPlan['pricePlans'][number]['addons'][number];

function presentAddon(
  product: Product,
  addon: Addon,
  live: HeldSubscription | undefined,
  locale: Locale,
): PresentedAddon {
  const held = addon.prices.map((price) => (live ? heldAddonQuantity(product, addon, price, live) : 0));
  return {
    id: addon.id,
    caption: localize(addon.caption, locale),
    description: localize(addon.description, locale),
    active: addon.active,
    popupMessage: addon.popupMessage && localize(addon.popupMessage, locale),
    prices: addon.prices.map(({ id, caption, amount }, at) => ({
      id,
      caption: localize(caption, locale),
      amount,
      isUsed: (held[at] ?? 0) > 0,
    })),
    priceUnitLabel: addon.priceUnitLabel && localize(addon.priceUnitLabel, locale),
    note: addon.note && localize(addon.note, locale),
    noteLink: addon.noteLink,
    currentQuantity: held.reduce((sum, quantity) => sum + quantity, 0),
  };
}

/** The account's units of an add-on's price, or of its namesake at another interval, which a change of the price plan keeps (SEL-13). */
function heldAddonQuantity(product: Product, addon: Addon, price: Price, live: HeldSubscription): number {
  const same = product.plans
    .flatMap(({ pricePlans }) => pricePlans.flatMap(({ addons }) => addons))
    .filter(({ id }) => id === addon.id)
    .flatMap(({ prices }) => prices)
    .filter(({ caption }) => caption.en === price.caption.en);
  return [price, ...same].map(({ id }) => live.addonQuantities[id] ?? 0).find((units) => units > 0) ?? 0;
}

/** The account's units of an additional price, or of its namesake beside another price plan, which a change of the price plan keeps (SEL-9). */
function heldQuantity(plan: Plan, additional: Price, live: HeldSubscription): number {
  const same = plan.pricePlans
    .flatMap(({ additionalPrices }) => additionalPrices)
    .filter(({ caption }) => caption.en === additional.caption.en);
  return [additional, ...same].map(({ id }) => live.additionalQuantities[id] ?? 0).find((units) => units > 0) ?? 0;
}
