import { isDeepStrictEqual } from 'node:util';

/** What an amount due rests on besides what is bought; cents. */
export interface MoneyOfCustomer {
  /** Stripe's sign: negative is a credit. */
  readonly balance: number;
  /** `none`, `exempt` or `reverse`. */
  readonly taxExempt: string;
  /** Ids of what is taken off unasked, sorted: from the customer, from the subscription that is changed, and from its items. */
  readonly discounts: readonly string[];
  /** How many items wait for an invoice, and their sum: the next one takes them. */
  readonly pendingItems: number;
  readonly pendingAmount: number;
  /** What of these items decides their discounts and taxes; two alike charge alike. */
  readonly pendingTerms: string;
}

/** What the mirror knew when a quote was made, and what Stripe then reckoned with, which may have been newer. */
export interface QuoteBasis extends MoneyOfCustomer {
  readonly startingBalance: number;
  readonly startingTaxExempt: string;
  readonly startingDiscounts: readonly string[];
}

type Reference = string | { readonly id: string };
type References = readonly Reference[] | null;

/** What of a customer, as Stripe tells it, decides an amount beside its balance. */
export interface MirroredCustomer {
  readonly tax_exempt?: string | null;
  readonly discount?: Reference | null;
}

/** What of a subscription, as Stripe tells it, decides what a change of it costs beside its prices. */
export interface MirroredSubscription {
  readonly discounts: References;
  readonly items: { readonly data: readonly { readonly discounts: References }[] };
}

const idOf = (value: Reference) => (typeof value === 'string' ? value : value.id);
const idsOf = (values: References | undefined) => (values ?? []).map(idOf);

/** What a mirrored customer, and the subscription that is changed where there is one, say about discounts and tax: beside an address, no rates of a subscription's own count. */
export function standingTerms(
  customer: MirroredCustomer | undefined,
  subscription: MirroredSubscription | undefined,
): Pick<MoneyOfCustomer, 'taxExempt' | 'discounts'> {
  const items = subscription?.items.data ?? [];
  const own = customer?.discount ? [customer.discount] : [];
  return {
    taxExempt: customer?.tax_exempt ?? 'none',
    discounts: [
      ...idsOf([...own, ...(subscription?.discounts ?? [])]),
      ...items.flatMap(({ discounts }) => idsOf(discounts)),
    ].sort(),
  };
}

/**
 * Whether an amount that was quoted is still the one that would be charged, as far as the mirror knows: no call is needed for it.
 * A mirror that only caught up with what Stripe reckoned with has changed nothing.
 */
export function isStillOwed(quoted: QuoteBasis | undefined, now: MoneyOfCustomer): boolean {
  if (!quoted) return true;
  const isOneOf = (found: unknown, ...expected: unknown[]) => expected.some((one) => isDeepStrictEqual(found, one));
  return (
    isOneOf(now.balance, quoted.balance, quoted.startingBalance) &&
    isOneOf(now.taxExempt, quoted.taxExempt, quoted.startingTaxExempt) &&
    isOneOf(now.discounts, quoted.discounts, quoted.startingDiscounts) &&
    now.pendingItems === quoted.pendingItems &&
    now.pendingAmount === quoted.pendingAmount &&
    now.pendingTerms === quoted.pendingTerms
  );
}
