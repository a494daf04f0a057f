import type { SavedCard } from '@portico/contract';

type Brand = SavedCard['card']['brand'];

/** Stripe's names of brands as the documents spell them (spec 1 §3 'Card'). */
const brands: Readonly<Record<string, Brand>> = {
  visa: 'visa',
  mastercard: 'mastercard',
  amex: 'american express',
  discover: 'discover',
  jcb: 'jcb',
  diners: 'diners club',
};

/** @returns unknown for brands that came later. */
export function cardBrand(stripeBrand: string | null | undefined): Brand {
  return brands[stripeBrand ?? ''] ?? 'unknown';
}
