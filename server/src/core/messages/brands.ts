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

/** The common name of a brand. An unknown one is returned as it is. */
export function brandName(brand: string): string {
  return names[brand] ?? brand;
}

/** A card as customers read it, such as `Visa •••• 4242`. It does not break before the digits. */
export function cardText(brand: string, last4: string): string {
  return `${brandName(brand)} ••••\u00a0${last4}`.trim();
}
