import { useLingui } from '@lingui/react/macro';

/** Brands of cards as their owners write them. */
const names: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  'american express': 'American Express',
  discover: 'Discover',
  jcb: 'JCB',
  diners: 'Diners Club',
  'diners club': 'Diners Club',
};

/** A card as people call it: 'Visa •••• 4242'; the digits alone where the brand is not known. */
export function cardName({ brand, last4 }: { brand: string; last4: string }): string {
  const name = names[brand.toLowerCase()];
  return name ? `${name} •••• ${last4}` : `•••• ${last4}`;
}

/** A card's brand as its owner writes it; 'Card' for one that is not known. */
export function useBrandName(): (brand: string) => string {
  const { t } = useLingui();
  return (brand) => names[brand] ?? t`Card`;
}
