import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { AppError } from '../../http/app-error.ts';
import type { StripeClient } from '../client.ts';
import { translated } from '../errors.ts';

/** A product at Stripe with its id from the catalog. Its name appears on invoice lines. */
export interface CatalogStripeProduct {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly taxCode: string | null;
}

/** The terms of a price. Other terms require another price. */
export interface StripePriceTerms {
  readonly productId: string;
  /** Cents per unit and interval. */
  readonly amount: number;
  readonly currency: string;
  readonly interval: 'Day' | 'Month' | 'Year';
  readonly intervalCount: number;
}

export interface CatalogStripePrice extends StripePriceTerms {
  readonly id: string;
  readonly active: boolean;
}

export interface NewStripePrice extends StripePriceTerms {
  /** The catalog's id, which is part of the lookup key. */
  readonly priceId: string;
  readonly kind: 'base' | 'additional' | 'addon';
  readonly nickname: string;
  /** The Stripe price that this one replaces; null for the first. Part of the idempotency key. */
  readonly follows: string | null;
}

export interface StripeCouponTerms {
  readonly percentOff: number | null;
  /** Cents. */
  readonly amountOff: number | null;
  readonly currency: string;
  readonly duration: 'once' | 'repeating' | 'forever';
  readonly durationInMonths: number | null;
  readonly maxRedemptions: number | null;
  readonly redeemBy: Date | null;
}

export interface CatalogStripeCoupon {
  readonly name: string;
  /** The active promotion code with the coupon's code; null if none. */
  readonly promotionCodeId: string | null;
}

/** Stripe has an active promotion code with the same text that was not created from a catalog. */
export class PromotionCodeTakenError extends Error {
  constructor(code: string, promotionCodeId: string) {
    super(
      `Stripe has an active promotion code '${code}' (${promotionCodeId}) that was not made from a catalogue. Deactivate it at Stripe, or choose another code.`,
    );
    this.name = 'PromotionCodeTakenError';
  }
}

/**
 * Stripe's products, prices and coupons with the catalog's ids. Every call can be repeated without creating anything
 * twice.
 */
export interface CatalogGateway {
  /** The existing products, by id. */
  listProducts(ids: readonly string[]): Promise<ReadonlyMap<string, CatalogStripeProduct>>;
  /** Creates a product with its own id. An existing product is updated to the same state. */
  createProduct(product: CatalogStripeProduct): Promise<void>;
  updateProduct(id: string, change: Partial<Omit<CatalogStripeProduct, 'id'>>): Promise<void>;
  /** The newest Stripe price of each price id, active or not. */
  listPrices(priceIds: readonly string[]): Promise<ReadonlyMap<string, CatalogStripePrice>>;
  /** @returns the id of the new Stripe price. */
  createPrice(price: NewStripePrice): Promise<string>;
  /** Activates or retires a price. Subscriptions keep a retired price. A missing one is ignored. */
  setPriceActive(stripePriceId: string, active: boolean): Promise<void>;
  /** @returns null if Stripe has no coupon with that id. */
  findCoupon(stripeCouponId: string, code: string): Promise<CatalogStripeCoupon | null>;
  createCoupon(stripeCouponId: string, name: string, code: string, terms: StripeCouponTerms): Promise<void>;
  renameCoupon(stripeCouponId: string, name: string): Promise<void>;
  /**
   * Lets customers enter `code` for this coupon. A promotion code with the same text for an earlier coupon of the
   * catalog is deactivated.
   * @returns the id of the promotion code.
   * @throws PromotionCodeTakenError
   */
  createPromotionCode(stripeCouponId: string, code: string): Promise<string>;
  /** A missing promotion code is ignored. */
  deactivatePromotionCode(promotionCodeId: string): Promise<void>;
}

/** Prefix of lookup keys. It shows the origin of a price in Stripe's dashboard. */
const lookupPrefix = 'portico:';
/** The metadata key of every object that was created from a catalog. */
const catalogIdKey = 'portico_catalog_id';

const intervals = { Day: 'day', Month: 'month', Year: 'year' } as const;
const intervalNames: Readonly<Record<string, 'Day' | 'Month' | 'Year'>> = { day: 'Day', month: 'Month', year: 'Year' };

/** Makes a call and translates its errors. */
type Call = <Result>(work: (stripe: Stripe) => Promise<Result>) => Promise<Result>;

export function createCatalogGateway(client: StripeClient): CatalogGateway {
  const call: Call = (work) => translated(async () => work(await client()));
  return { ...productCalls(call), ...priceCalls(call), ...couponCalls(call), ...promotionCodeCalls(call) };
}

function productCalls(call: Call): Pick<CatalogGateway, 'listProducts' | 'createProduct' | 'updateProduct'> {
  return {
    async listProducts(ids) {
      const lists = await Promise.all(
        inChunks(ids, 100).map((some) => call((stripe) => stripe.products.list({ ids: some, limit: 100 }))),
      );
      return new Map(
        lists
          .flatMap(({ data }) => data)
          .map(({ id, name, active, tax_code }) => {
            const taxCode = typeof tax_code === 'string' ? tax_code : (tax_code?.id ?? null);
            return [id, { id, name, active, taxCode }];
          }),
      );
    },

    async createProduct({ id, name, active, taxCode }) {
      await call(async (stripe) => {
        const fields = {
          name,
          active,
          metadata: { [catalogIdKey]: id },
          ...(taxCode !== null && { tax_code: taxCode }),
        };
        try {
          await stripe.products.create({ id, ...fields });
        } catch (error) {
          if (!isAlreadyThere(error)) throw error;
          await stripe.products.update(id, fields);
        }
      });
    },

    async updateProduct(id, { name, active, taxCode }) {
      await call((stripe) =>
        stripe.products.update(id, {
          ...(name !== undefined && { name }),
          ...(active !== undefined && { active }),
          ...(taxCode !== undefined && { tax_code: taxCode ?? '' }),
        }),
      );
    },
  };
}

function priceCalls(call: Call): Pick<CatalogGateway, 'listPrices' | 'createPrice' | 'setPriceActive'> {
  return {
    async listPrices(priceIds) {
      const found = new Map<string, CatalogStripePrice>();
      // Stripe accepts ten lookup keys at a time.
      const lists = await Promise.all(
        inChunks(priceIds, 10).map((some) => {
          const lookup_keys = some.map((priceId) => lookupPrefix + priceId);
          return call((stripe) => stripe.prices.list({ lookup_keys, limit: 100 }));
        }),
      );
      for (const { data } of lists) {
        for (const price of data) {
          const interval = intervalNames[price.recurring?.interval ?? ''];
          if (!interval || !price.lookup_key) continue;
          found.set(price.lookup_key.slice(lookupPrefix.length), {
            id: price.id,
            productId: typeof price.product === 'string' ? price.product : price.product.id,
            amount: price.unit_amount ?? Number.NaN,
            currency: price.currency,
            interval,
            intervalCount: price.recurring?.interval_count ?? 1,
            active: price.active,
          });
        }
      }
      return found;
    },

    createPrice(price) {
      const parameters = {
        product: price.productId,
        unit_amount: price.amount,
        currency: price.currency,
        recurring: { interval: intervals[price.interval], interval_count: price.intervalCount },
        nickname: price.nickname,
        // Prices exclude tax (CAT-30).
        tax_behavior: 'exclusive',
        lookup_key: lookupPrefix + price.priceId,
        // The price that had the key before keeps its own id.
        transfer_lookup_key: true,
        metadata: { [catalogIdKey]: price.priceId, kind: price.kind },
      } as const;
      const idempotencyKey = `catalog-price-${digest([parameters, price.follows])}`;
      return call(async (stripe) => (await stripe.prices.create(parameters, { idempotencyKey })).id);
    },

    async setPriceActive(stripePriceId, active) {
      await nullWhereMissing(() => call((stripe) => stripe.prices.update(stripePriceId, { active })));
    },
  };
}

function couponCalls(call: Call): Pick<CatalogGateway, 'findCoupon' | 'createCoupon' | 'renameCoupon'> {
  return {
    async findCoupon(stripeCouponId, code) {
      return nullWhereMissing(async () => {
        const coupon = await call((stripe) => stripe.coupons.retrieve(stripeCouponId));
        const { data } = await call((stripe) =>
          stripe.promotionCodes.list({ coupon: stripeCouponId, code, active: true, limit: 1 }),
        );
        return { name: coupon.name ?? '', promotionCodeId: data[0]?.id ?? null };
      });
    },

    async createCoupon(stripeCouponId, name, code, terms) {
      await call(async (stripe) => {
        try {
          await stripe.coupons.create({
            id: stripeCouponId,
            name,
            ...(terms.percentOff !== null && { percent_off: terms.percentOff }),
            ...(terms.amountOff !== null && { amount_off: terms.amountOff, currency: terms.currency }),
            duration: terms.duration,
            ...(terms.durationInMonths !== null && { duration_in_months: terms.durationInMonths }),
            ...(terms.maxRedemptions !== null && { max_redemptions: terms.maxRedemptions }),
            ...(terms.redeemBy !== null && { redeem_by: Math.floor(terms.redeemBy.getTime() / 1000) }),
            metadata: { [catalogIdKey]: code },
          });
        } catch (error) {
          if (!isAlreadyThere(error)) throw error;
        }
      });
    },

    async renameCoupon(stripeCouponId, name) {
      await call((stripe) => stripe.coupons.update(stripeCouponId, { name }));
    },
  };
}

function promotionCodeCalls(call: Call): Pick<CatalogGateway, 'createPromotionCode' | 'deactivatePromotionCode'> {
  return {
    createPromotionCode(stripeCouponId, code) {
      return call(async (stripe) => {
        const { data } = await stripe.promotionCodes.list({ code, active: true, limit: 100 });
        for (const other of data) {
          const coupon = other.promotion.coupon;
          if ((typeof coupon === 'string' ? coupon : coupon?.id) === stripeCouponId) return other.id;
          if (other.metadata?.[catalogIdKey] === undefined) throw new PromotionCodeTakenError(code, other.id);
          await stripe.promotionCodes.update(other.id, { active: false });
        }
        const made = await stripe.promotionCodes.create({
          promotion: { type: 'coupon', coupon: stripeCouponId },
          code,
          metadata: { [catalogIdKey]: code },
        });
        return made.id;
      });
    },

    async deactivatePromotionCode(promotionCodeId) {
      await nullWhereMissing(() => call((stripe) => stripe.promotionCodes.update(promotionCodeId, { active: false })));
    },
  };
}

/** @returns null if Stripe has no such object. */
async function nullWhereMissing<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === 'NotFound') return null;
    throw error;
  }
}

function isAlreadyThere(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === 'resource_already_exists';
}

function inChunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 40);
}
