import { useLingui } from '@lingui/react/macro';

/** Card brands as their owners write them. */
const names: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  'american express': 'American Express',
  discover: 'Discover',
  jcb: 'JCB',
  diners: 'Diners Club',
  'diners club': 'Diners Club',
  link: 'Link',
};

/** A card's short name: 'Visa •••• 4242'; only the digits if the brand is unknown. It does not break before the digits. */
export function cardName({ brand, last4 }: { brand: string; last4: string }): string {
  return [names[brand.toLowerCase()], last4 && `••••\u00a0${last4}`].filter(Boolean).join(' ');
}

/** A card brand as its owner writes it, or the kind of another payment method; 'Card' if it is unknown. */
export function useBrandName(): (brand: string) => string {
  const { t } = useLingui();
  return (brand) => names[brand] ?? (brand === 'bank account' ? t`Bank account` : t`Card`);
}
