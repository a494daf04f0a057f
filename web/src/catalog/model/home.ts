import type { Application, UpcomingInvoice } from '@portico/contract';
import type { BadgeTone } from '../../ui/badge.tsx';
import { isOwn } from '../own-products.ts';

/** The next charge of a subscription. */
export type Charge = Pick<
  UpcomingInvoice,
  'subscriptionId' | 'created' | 'total' | 'amountDue' | 'creditBefore' | 'currency' | 'recurringCharges' | 'isEstimate'
>;

/** The debt for a product. */
export interface Owed {
  /** Cents. */
  readonly amount: number;
  readonly currency: string;
  /** When the product's devices stop working; null without a license. */
  readonly worksUntil: string | null;
}

/** The account's products, and other ones, each in the vendor's order (UI-41). */
export function arrangeHome(products: readonly Application[]) {
  return { own: products.filter(isOwn), others: products.filter((product) => !isOwn(product)) };
}

/** The suggested first product for an account that never had one: the first that can be bought online. */
export function recommendedProduct(products: readonly Application[]): Application | undefined {
  const isNew = products.every((product) => !isOwn(product) && product.former === null);
  return isNew ? products.find(({ isAvailableOnline, isDisabled }) => isAvailableOnline && !isDisabled) : undefined;
}

export type TileState =
  | { kind: 'disabled' | 'confirming' | 'canceled' | 'paymentFailed' | 'unpaid'; tone: BadgeTone }
  /** The title is a text from the server. */
  | { kind: 'status'; tone: BadgeTone; title: string };

/** The tag of a tile: the most important state, or null. */
export function findTileState(product: Application, isUnsettled: boolean): TileState | null {
  const { isDisabled, holding, former, paymentMethodError } = product;
  if (isDisabled) return { kind: 'disabled', tone: 'neutral' };
  if (isUnsettled) return { kind: 'confirming', tone: 'accent' };
  if (holding?.status === 3) return { kind: 'status', tone: 'bad', title: holding.statusTitle };
  if (paymentMethodError) return { kind: 'paymentFailed', tone: 'bad' };
  if (holding?.cancelAt) return { kind: 'canceled', tone: 'warning' };
  if (holding) {
    const tone = holding.status === 2 ? 'warning' : holding.trial ? 'accent' : 'ok';
    return { kind: 'status', tone, title: holding.statusTitle };
  }
  return former?.isUnpaid ? { kind: 'unpaid', tone: 'bad' } : null;
}

export type Renewal =
  | { kind: 'owed'; owed: Owed }
  | { kind: 'ends'; at: string }
  | { kind: 'trialEnds'; at: string; charge: Charge | null }
  | { kind: 'renews'; at: string; charge: Charge | null }
  | { kind: 'firstPayment' };

/** The next event of a holding: a debt comes first, then an end, then a renewal. */
export function findNextEvent(
  { holding }: Application,
  { charge = null, owed }: { charge?: Charge | null | undefined; owed?: Owed | undefined },
): Renewal | null {
  if (!holding) return null;
  if (owed) return { kind: 'owed', owed };
  if (holding.cancelAt) return { kind: 'ends', at: holding.cancelAt };
  if (holding.status === 2) return { kind: 'firstPayment' };
  if (holding.trial) return holding.expirationDate ? { kind: 'trialEnds', at: holding.expirationDate, charge } : null;
  const at = charge?.created ?? holding.expirationDate;
  return at ? { kind: 'renews', at, charge } : null;
}

/** The amounts of a charge before and after the end of a discount, and the day; null if the amount does not change. */
export function findDiscountEnd({ recurringCharges: [first, second], currency }: Charge) {
  if (!first?.until || !second || second.total === first.total) return null;
  return { before: first.total, until: first.until, after: second.total, currency };
}
