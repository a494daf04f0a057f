import { useLingui } from '@lingui/react/macro';

/** Brands of cards as their owners write them. */
const names: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  'american express': 'American Express',
  discover: 'Discover',
  jcb: 'JCB',
  'diners club': 'Diners Club',
};

/** A card's brand as its owner writes it; 'Card' for one that is not known. */
export function useBrandName(): (brand: string) => string {
  const { t } = useLingui();
  return (brand) => names[brand] ?? t`Card`;
}
