import type { Locale, UnitName } from '@portico/contract';
import { localize } from '../../messages/index.ts';
import type { StoredProduct } from './catalog.rows.ts';

/** The words where the catalog has none, by licensing type (CAT-31). */
const usualUnits: Record<StoredProduct['licensingType'], NonNullable<StoredProduct['unit']>> = {
  HostLocked: { one: { en: 'device', fr: 'appareil' }, other: { en: 'devices', fr: 'appareils' } },
  Floating: {
    one: { en: 'floating license', fr: 'licence flottante' },
    other: { en: 'floating licenses', fr: 'licences flottantes' },
  },
  None: { one: { en: 'seat', fr: 'siège' }, other: { en: 'seats', fr: 'sièges' } },
};

/** The word for what a product's quantity counts, for one and for several, in the user's language. */
export function presentUnit(
  { unit, licensingType }: Pick<StoredProduct, 'unit' | 'licensingType'>,
  locale: Locale,
): UnitName {
  const { one, other } = unit ?? usualUnits[licensingType];
  return { one: localize(one, locale), other: localize(other, locale) };
}
