import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { SoldPrice } from '../../catalog/index.ts';
import type { HeldDiscount } from '../../core/db/schema/stored-types.ts';
import type { SubscriptionRow } from './subscriptions.queries.ts';
import { effectiveCancelAt, wireStatus } from './subscriptions.rules.ts';

const interval = z.object({ interval: z.enum(['Day', 'Month', 'Year']), count: z.int() });

/** A state change as it is stored. Plans and add-ons have their ids in the catalog, discounts their ids at Stripe. */
export const storedChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('planChanged'), detail: z.object({ from: z.string(), to: z.string() }) }),
  z.object({ kind: z.literal('quantityChanged'), detail: z.object({ from: z.int(), to: z.int() }) }),
  z.object({ kind: z.literal('intervalChanged'), detail: z.object({ from: interval, to: interval }) }),
  z.object({
    kind: z.enum(['addonAdded', 'addonRemoved']),
    detail: z.object({ stripePriceId: z.string(), caption: z.string(), quantity: z.int() }),
  }),
  z.object({
    kind: z.enum(['discountStarted', 'discountEnded']),
    detail: z.object({ id: z.string(), couponId: z.string(), end: z.string().nullable() }),
  }),
  z.object({ kind: z.literal('canceled'), detail: z.object({ endsAt: z.string() }) }),
  z.object({ kind: z.literal('restored'), detail: z.object({}) }),
]);
export type StoredChange = z.infer<typeof storedChange>;

/** `at` is null if Stripe does not report the time; the caller then uses the customer's clock. */
export type Change = StoredChange & { readonly at: Date | null };

/** The part of a subscription's state that is compared. */
export type HeldState = Pick<
  SubscriptionRow,
  | 'planId'
  | 'quantity'
  | 'interval'
  | 'intervalCount'
  | 'items'
  | 'discounts'
  | 'status'
  | 'cancelAt'
  | 'trial'
  | 'amount'
>;

export interface ChangeFacts {
  readonly sold: ReadonlyMap<string, Pick<SoldPrice, 'addon'>>;
  /** When the subscription was canceled, according to Stripe. */
  readonly canceledAt: Date | null;
}

/**
 * The differences between two states of a subscription (SUB-33). For a new subscription these are only its discounts.
 * @param before undefined for a new subscription
 */
export function findStateChanges(before: HeldState | undefined, after: HeldState, facts: ChangeFacts): Change[] {
  const discounts = discountChanges(before?.discounts ?? [], after.discounts);
  if (!before) return discounts;
  return [
    ...planChanges(before, after),
    ...addonChanges(before, after, facts.sold),
    ...discounts,
    ...endingChanges(before, after, facts.canceledAt),
  ];
}

function planChanges(before: HeldState, after: HeldState): Change[] {
  const changes: Change[] = [];
  if (before.planId !== after.planId)
    changes.push({ kind: 'planChanged', at: null, detail: { from: before.planId, to: after.planId } });
  if (before.quantity !== after.quantity)
    changes.push({ kind: 'quantityChanged', at: null, detail: { from: before.quantity, to: after.quantity } });
  const [from, to] = [before, after].map((state) => ({ interval: state.interval, count: state.intervalCount }));
  if (from && to && !isDeepStrictEqual(from, to))
    changes.push({ kind: 'intervalChanged', at: null, detail: { from, to } });
  return changes;
}

/** An add-on with the price of another interval is the same add-on. */
function addonChanges(before: HeldState, after: HeldState, sold: ChangeFacts['sold']): Change[] {
  const addonsById = ({ items }: HeldState) =>
    new Map(
      items
        .filter(({ kind }) => kind === 'addon')
        .map((item) => [sold.get(item.stripePriceId)?.addon?.id ?? item.priceId, item]),
    );
  const [had, has] = [addonsById(before), addonsById(after)];
  const toChange = (
    kind: 'addonAdded' | 'addonRemoved',
    { stripePriceId, caption, quantity }: HeldState['items'][number],
  ) => ({ kind, at: null, detail: { stripePriceId, caption, quantity } }) as const;
  return [
    ...[...has].filter(([id]) => !had.has(id)).map(([, item]) => toChange('addonAdded', item)),
    ...[...had].filter(([id]) => !has.has(id)).map(([, item]) => toChange('addonRemoved', item)),
  ];
}

function discountChanges(before: readonly HeldDiscount[], after: readonly HeldDiscount[]): Change[] {
  const isIn = (all: readonly HeldDiscount[]) => (one: HeldDiscount) => all.some(({ id }) => id === one.id);
  const discountDetail = ({ id, couponId, end }: HeldDiscount) => ({ id, couponId, end });
  return [
    ...after
      .filter((one) => !isIn(before)(one))
      .map((one) => ({ kind: 'discountStarted' as const, at: new Date(one.start), detail: discountDetail(one) })),
    ...before
      .filter((one) => !isIn(after)(one))
      .map((one) => ({
        kind: 'discountEnded' as const,
        at: one.end === null ? null : new Date(one.end),
        detail: discountDetail(one),
      })),
  ];
}

function endingChanges(before: HeldState, after: HeldState, canceledAt: Date | null): Change[] {
  // The row of an ended subscription already records the end.
  if (wireStatus(after.status) === 4) return [];
  const [was, is] = [effectiveCancelAt(before), effectiveCancelAt(after)];
  // A trial that ends by itself keeps its end until a purchase has replaced it; nobody canceled it.
  if (was === null && is !== null && before.cancelAt === null)
    return [{ kind: 'canceled', at: canceledAt, detail: { endsAt: is.toISOString() } }];
  return was !== null && is === null ? [{ kind: 'restored', at: null, detail: {} }] : [];
}
