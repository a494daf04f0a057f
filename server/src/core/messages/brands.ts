/** Display names of card brands, in Stripe's spelling and in the contract's. */
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

/** The name that a brand is known by. An unknown one stays as it is. */
export function brandName(brand: string): string {
  return names[brand] ?? brand;
}
