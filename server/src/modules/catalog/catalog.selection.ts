import type { PurchaseSelection } from '@portico/contract';
import { InvalidInputError, NotFoundError } from '../../http/app-error.ts';
import type { LocalizedText } from '../../messages/index.ts';
import { ChargeTooLargeError, largestCharge } from '../../stripe/index.ts';
import { NotForSaleError } from './catalog.errors.ts';
import type { PriceKind } from './catalog.rows.ts';
import type { Plan, Price, PricePlan, Product, SoldPrice } from './catalog.types.ts';

export type Selection = Pick<PurchaseSelection, 'items' | 'addons'>;

/** What an account has of a product now. */
export interface CurrentHolding {
  /** Plan of the live subscription: its holder may change options also of a plan that is sold no more. */
  readonly planId: string | null;
  readonly devicesInUse: number;
  /** The account had a trial of the product: a second one is not offered. */
  readonly hadTrial: boolean;
}

/** One line of what is bought. */
export interface ResolvedLine {
  readonly kind: PriceKind;
  readonly priceId: string;
  readonly stripePriceId: string;
  /** Nickname of the price plan or additional price; add-on and its price's caption. */
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
  /** Devices that the license will cover: the price plan's units and those of additional prices that count. */
  readonly deviceQuantity: number;
}

/** Whether a plan can be bought now by someone who does not have it. */
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

/** Whether an account may choose a plan: on sale, or its own, which it may keep changing while the plan exists; never a second trial. */
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
  const { plan, pricePlan, quantity } = findBase(product, selection);
  if (!mayChoose(product, plan, holding, now)) throw new NotForSaleError();
  const additional = additionalLines(pricePlan, selection);
  const deviceQuantity =
    quantity + additional.reduce((sum, line) => sum + (line.increasesDeviceQuantity ? line.quantity : 0), 0);
  checkQuantity(plan, quantity, additional, deviceQuantity, holding?.devicesInUse ?? 0);
  const lines = [line(pricePlan, quantity), ...additional, ...addonLines(pricePlan, selection)];
  checkCost(lines);
  return { product, plan, pricePlan, lines, deviceQuantity };
}

function findBase(product: Product, { items }: Selection): { plan: Plan; pricePlan: PricePlan; quantity: number } {
  const found = items.flatMap((item) => {
    const plan = product.plans.find(({ id }) => id === item.subscriptionPlanId);
    const pricePlan = plan?.pricePlans.find(({ id }) => id === item.priceId);
    return plan && pricePlan ? [{ plan, pricePlan, quantity: item.quantity }] : [];
  });
  const [base, second] = found;
  if (!base || second) throw new InvalidInputError({ items: [{ key: 'catalog.onePricePlan' }] });
  return base;
}

function additionalLines(pricePlan: PricePlan, { items }: Selection): ResolvedLine[] {
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
    return quantity > 0 ? [line(price, quantity)] : [];
  });
}

function addonLines(pricePlan: PricePlan, { addons = {} }: Selection): ResolvedLine[] {
  const wanted = new Map(Object.entries(addons));
  const lines = pricePlan.addons.flatMap((addon) => {
    const chosen = addon.prices.filter(({ id }) => wanted.has(id));
    // One price of an add-on at a time: choosing another is choosing instead (SEL-8).
    if (chosen.length > 1) {
      throw new InvalidInputError({ [`addons.${chosen[1]?.id}`]: [{ key: 'catalog.oneAddonPrice' }] });
    }
    if (chosen[0] && !addon.active) {
      throw new InvalidInputError({ [`addons.${chosen[0].id}`]: [{ key: 'catalog.inactiveAddon' }] });
    }
    return chosen.map((price) => {
      const quantity = wanted.get(price.id) as number;
      wanted.delete(price.id);
      return line(price, quantity, joined(addon.caption, price.caption));
    });
  });
  const [unknown] = wanted.keys();
  if (unknown !== undefined) throw new InvalidInputError({ [`addons.${unknown}`]: [{ key: 'catalog.unknownPrice' }] });
  return lines;
}

/** No less than the plan's minimum and the devices in use, no more than its maximum (SEL-2, SEL-3, SEL-4). */
function checkQuantity(
  plan: Plan,
  quantity: number,
  additional: readonly ResolvedLine[],
  deviceQuantity: number,
  devicesInUse: number,
): void {
  const property = 'items.0.quantity';
  if (deviceQuantity < devicesInUse) {
    throw new InvalidInputError({ [property]: [{ key: 'catalog.reduceDevices', values: { used: devicesInUse } }] });
  }
  // Nothing at all cannot be bought; no units of the plan beside some of an additional price can (SEL-2: the minimum may be 0).
  const minimum = Math.max(additional.length > 0 ? 0 : 1, plan.minQuantity);
  if (quantity < minimum) {
    throw new InvalidInputError({
      [property]: [{ key: 'validation.tooSmall', values: { field: 'quantity', minimum } }],
    });
  }
  // Further devices count as well (SEL-3: a plan cannot have more devices than allowed).
  if (deviceQuantity > plan.maxQuantity) {
    throw new InvalidInputError({
      [property]: [{ key: 'validation.tooBig', values: { field: 'quantity', maximum: plan.maxQuantity } }],
    });
  }
}

/** One interval, before tax and discounts, costs no more than one payment can be. */
function checkCost(lines: readonly ResolvedLine[]): void {
  const cost = lines.reduce((sum, { unitAmount, quantity }) => sum + unitAmount * quantity, 0);
  if (cost > largestCharge) throw new ChargeTooLargeError();
}

function line(price: Price, quantity: number, caption: LocalizedText = price.caption): ResolvedLine {
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

/** What a price is called where its plan or add-on is not named beside it. */
export function soldCaption({ caption, plan, addon, kind }: SoldPrice): LocalizedText {
  if (addon) return joined(addon.caption, caption);
  return kind === 'base' && plan ? joined(plan.name, caption) : caption;
}

function joined(first: LocalizedText, second: LocalizedText): LocalizedText {
  const inFrench = first.fr !== undefined || second.fr !== undefined;
  return {
    en: `${first.en}, ${second.en}`,
    ...(inFrench && { fr: `${first.fr ?? first.en}, ${second.fr ?? second.en}` }),
  };
}
