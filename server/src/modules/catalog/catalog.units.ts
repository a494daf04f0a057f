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
  None: { one: { en: 'seat', fr: 'place' }, other: { en: 'seats', fr: 'places' } },
};

/** The word for what a product's quantity counts, for one and for several, in the user's language. Products that the catalog does not know have seats. */
export function presentUnit(
  product: Pick<StoredProduct, 'unit' | 'licensingType'> | undefined,
  locale: Locale,
): UnitName {
  const { one, other } = product?.unit ?? usualUnits[product?.licensingType ?? 'None'];
  return { one: localize(one, locale), other: localize(other, locale) };
}
