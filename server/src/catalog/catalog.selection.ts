import type { PurchaseSelection } from '@portico/contract';
import { InvalidInputError, NotFoundError } from '../core/http/app-error.ts';
import type { LocalizedText, MessageKey } from '../core/messages/index.ts';
import { ChargeTooLargeError, largestCharge } from '../core/stripe/index.ts';
import { NotForSaleError } from './catalog.errors.ts';
import { findUnit } from './catalog.naming.ts';
import type { PriceKind } from './catalog.rows.ts';
import type { Plan, Price, PricePlan, Product, SoldPrice } from './catalog.types.ts';

export type Selection = Pick<PurchaseSelection, 'items' | 'addons'>;

/** An account's current plans and add-ons of a product. */
export interface CurrentHolding {
  /** The plan of the live subscription. Its options may change even if it is no longer sold. */
  readonly planId: string | null;
  readonly devicesInUse: number;
  /** Whether the account had a trial of the product, so that no second one is offered. */
  readonly hadTrial: boolean;
}

/** One line of a selection. */
export interface ResolvedLine {
  readonly kind: PriceKind;
  readonly priceId: string;
  readonly stripePriceId: string;
  /** The nickname of the price plan or additional price, or the captions of the add-on and its price. */
  readonly caption: LocalizedText;
  readonly quantity: number;
  /** Cents for each unit and interval. */
  readonly unitAmount: number;
  readonly increasesDeviceQuantity: boolean;
}

export interface ResolvedSelection {
  readonly product: Product;
  readonly plan: Plan;
  readonly pricePlan: PricePlan;
  /** The price plan first, then additional prices and add-ons in the catalog's order. Only the price plan can have quantity 0. */
  readonly lines: readonly ResolvedLine[];
  /** Devices that the license will cover: units of the price plan and of additional prices that count as devices. */
  readonly deviceQuantity: number;
}

/** Whether an account without the plan can buy it now (CAT-6). */
export function isOnSale(product: Product, plan: Plan, now: Date): boolean {
  return (
    !product.retired &&
    !product.disabled &&
    !plan.retired &&
    plan.active &&
    plan.processingType === 0 &&
    (plan.startDate === null || plan.startDate <= now) &&
    plan.pricePlans.length > 0
  );
}

/** Whether an account may choose a plan: it is on sale, or the account has it and it is not retired (CAT-7, TRL-4). A second trial is impossible. */
export function mayChoose(product: Product, plan: Plan, holding: CurrentHolding | undefined, now: Date): boolean {
  if (plan.isTrial) return isOnSale(product, plan, now) && !holding?.planId && !holding?.hadTrial;
  if (holding?.planId === plan.id) return !plan.retired && !product.disabled && plan.processingType === 0;
  return isOnSale(product, plan, now);
}

/** @see Catalog.resolveSelection */
export function resolveSelection(
  product: Product | undefined,
  selection: Selection,
  holding: CurrentHolding | undefined,
  now: Date,
): ResolvedSelection {
  if (!product || product.retired) throw new NotFoundError();
  const { plan, pricePlan, quantity } = findPricePlan(product, selection);
  if (!mayChoose(product, plan, holding, now)) throw new NotForSaleError();
  const additional = listAdditionalLines(pricePlan, selection);
  const deviceQuantity =
    quantity + additional.reduce((sum, line) => sum + (line.increasesDeviceQuantity ? line.quantity : 0), 0);
  assertQuantity(product, plan, { quantity, additional, deviceQuantity, devicesInUse: holding?.devicesInUse ?? 0 });
  const lines = [createLine(pricePlan, quantity), ...additional, ...listAddonLines(pricePlan, selection)];
  assertCost(lines);
  return { product, plan, pricePlan, lines, deviceQuantity };
}

/** The only price plan of a selection (SEL-1). @throws InvalidInputError unless there is exactly one */
function findPricePlan(product: Product, { items }: Selection): { plan: Plan; pricePlan: PricePlan; quantity: number } {
  const found = items.flatMap((item) => {
    const plan = product.plans.find(({ id }) => id === item.subscriptionPlanId);
    const pricePlan = plan?.pricePlans.find(({ id }) => id === item.priceId);
    return plan && pricePlan ? [{ plan, pricePlan, quantity: item.quantity }] : [];
  });
  const [base, second] = found;
  if (!base || second) throw new InvalidInputError({ items: [{ key: 'catalog.onePricePlan' }] });
  return base;
}

function listAdditionalLines(pricePlan: PricePlan, { items }: Selection): ResolvedLine[] {
  const quantities = new Map<string, number>();
  items.forEach((item, index) => {
    if (item.priceId === pricePlan.id) return;
    const known =
      item.subscriptionPlanId === pricePlan.planId && pricePlan.additionalPrices.some(({ id }) => id === item.priceId);
    if (!known || quantities.has(item.priceId)) {
      throw new InvalidInputError({ [`items.${index}.priceId`]: [{ key: 'catalog.unknownPrice' }] });
    }
    quantities.set(item.priceId, item.quantity);
  });
  return pricePlan.additionalPrices.flatMap((price) => {
    const quantity = quantities.get(price.id) ?? 0;
    return quantity > 0 ? [createLine(price, quantity)] : [];
  });
}

/** The chosen add-ons of a price plan (CAT-14). @throws InvalidInputError if one is inactive or unknown */
function listAddonLines(pricePlan: PricePlan, { addons = {} }: Selection): ResolvedLine[] {
  const wanted = new Map(Object.entries(addons));
  const lines = pricePlan.addons.flatMap((addon) => {
    const chosen = addon.prices.filter(({ id }) => wanted.has(id));
    // An add-on has one price at a time. Choosing another one replaces it (SEL-8).
    if (chosen.length > 1) {
      throw new InvalidInputError({ [`addons.${chosen[1]?.id}`]: [{ key: 'catalog.oneAddonPrice' }] });
    }
    if (chosen[0] && !addon.active) {
      throw new InvalidInputError({ [`addons.${chosen[0].id}`]: [{ key: 'catalog.inactiveAddon' }] });
    }
    return chosen.map((price) => {
      const quantity = wanted.get(price.id) as number;
      wanted.delete(price.id);
      return createLine(price, quantity, joinTexts(addon.caption, price.caption));
    });
  });
  const [unknown] = wanted.keys();
  if (unknown !== undefined) throw new InvalidInputError({ [`addons.${unknown}`]: [{ key: 'catalog.unknownPrice' }] });
  return lines;
}

interface QuantityFacts {
  readonly quantity: number;
  readonly additional: readonly ResolvedLine[];
  /** Units of the plan and of additional prices that count as devices. */
  readonly deviceQuantity: number;
  readonly devicesInUse: number;
}

/** The quantity is at least the plan's minimum and the devices in use, and at most its maximum (SEL-2 to SEL-4). */
function assertQuantity(
  product: Product,
  plan: Plan,
  { quantity, additional, deviceQuantity, devicesInUse }: QuantityFacts,
): void {
  const refuse = (key: MessageKey, count: number) =>
    new InvalidInputError({ 'items.0.quantity': [{ key, values: { count, ...findUnit(product) } }] });
  if (deviceQuantity < devicesInUse) throw refuse('catalog.reduceDevices', devicesInUse);
  // Zero units of the plan can be bought only together with units of an additional price (SEL-2).
  const minimum = Math.max(additional.length > 0 ? 0 : 1, plan.minQuantity);
  if (quantity < minimum) throw refuse('catalog.fewestUnits', minimum);
  // Units of additional prices count as devices too (SEL-3).
  if (deviceQuantity > plan.maxQuantity) throw refuse('catalog.mostUnits', plan.maxQuantity);
}

/** One interval, before tax and discounts, costs at most the largest possible payment (SEL-12). */
function assertCost(lines: readonly ResolvedLine[]): void {
  const cost = lines.reduce((sum, { unitAmount, quantity }) => sum + unitAmount * quantity, 0);
  if (cost > largestCharge) throw new ChargeTooLargeError();
}

function createLine(price: Price, quantity: number, caption: LocalizedText = price.caption): ResolvedLine {
  if (price.stripePriceId === null) throw new NotForSaleError();
  return {
    kind: price.kind,
    priceId: price.id,
    stripePriceId: price.stripePriceId,
    caption,
    quantity,
    unitAmount: price.amount,
    increasesDeviceQuantity: price.increasesDeviceQuantity,
  };
}

/** The caption of a price on pages that do not show its plan or add-on. */
export function fullCaption({ caption, plan, addon, kind }: SoldPrice): LocalizedText {
  if (addon) return joinTexts(addon.caption, caption);
  return kind === 'base' && plan ? joinTexts(plan.name, caption) : caption;
}

/** Both texts; one of them if they are equal, as a free plan and its price (SUB-41). */
function joinTexts(first: LocalizedText, second: LocalizedText): LocalizedText {
  if (first.en === second.en) return first;
  const inFrench = first.fr !== undefined || second.fr !== undefined;
  return {
    en: `${first.en}, ${second.en}`,
    ...(inFrench && { fr: `${first.fr ?? first.en}, ${second.fr ?? second.en}` }),
  };
}
