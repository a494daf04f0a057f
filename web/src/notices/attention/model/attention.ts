import type { AttentionItem } from '@portico/contract';

export type Unpaid = Extract<AttentionItem, { kind: 'unpaid' }>;
export type Ending = Extract<AttentionItem, { kind: 'ending' }>;
export type ExpiringCard = Extract<AttentionItem, { kind: 'cardExpires' }>;
export type PlacesEnding = Extract<AttentionItem, { kind: 'placesEnding' }>;
export type TrialEnding = Extract<AttentionItem, { kind: 'trialEnding' }>;
export type LicenseEnding = Extract<AttentionItem, { kind: 'licenseEnding' }>;
export type TokenEnding = Extract<AttentionItem, { kind: 'tokenEnding' }>;
export type MissingCard = Extract<AttentionItem, { kind: 'cardMissing' }>;

/** The unpaid invoices, optionally of one product. */
export function unpaidIn(items: readonly AttentionItem[], productId?: string): Unpaid[] {
  const wanted = productId?.toLowerCase();
  return items
    .filter((item) => item.kind === 'unpaid')
    .filter(({ subscription }) => wanted === undefined || subscription?.productId.toLowerCase() === wanted);
}

/** The unpaid amounts in cents by currency, in order of appearance. */
export function sumByCurrency(
  unpaid: readonly Pick<Unpaid, 'amount' | 'currency'>[],
): { amount: number; currency: string }[] {
  const totals = new Map<string, number>();
  for (const { amount, currency } of unpaid) totals.set(currency, (totals.get(currency) ?? 0) + amount);
  return [...totals].map(([currency, amount]) => ({ amount, currency }));
}

/** The last day on which a card can be charged, in the user's time zone. */
export function lastChargeDay({ expMonth, expYear }: Pick<ExpiringCard, 'expMonth' | 'expYear'>): Date {
  return new Date(expYear, expMonth, 0);
}

/** The subscriptions without a card, optionally of one product. */
export function missingCardsIn(items: readonly AttentionItem[], productId?: string): MissingCard[] {
  const wanted = productId?.toLowerCase();
  return items
    .filter((item) => item.kind === 'cardMissing')
    .filter((item) => wanted === undefined || item.productId.toLowerCase() === wanted);
}
