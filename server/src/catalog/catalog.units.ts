import type { Locale, UnitName } from '@portico/contract';
import { localize } from '../core/messages/index.ts';
import type { StoredProduct } from './catalog.rows.ts';

/** The default words, by licensing type (CAT-31). */
const defaultUnits: Record<StoredProduct['licensingType'], NonNullable<StoredProduct['unit']>> = {
  HostLocked: { one: { en: 'device', fr: 'appareil' }, other: { en: 'devices', fr: 'appareils' } },
  Floating: {
    one: { en: 'floating license', fr: 'licence flottante' },
    other: { en: 'floating licenses', fr: 'licences flottantes' },
  },
  None: { one: { en: 'seat', fr: 'place' }, other: { en: 'seats', fr: 'places' } },
};

/** The word for what a product's quantity counts, singular and plural, in both languages. Unknown products have seats. */
export function findUnit(
  product: Pick<StoredProduct, 'unit' | 'licensingType'> | undefined,
): NonNullable<StoredProduct['unit']> {
  return product?.unit ?? defaultUnits[product?.licensingType ?? 'None'];
}

/** The same in the user's language. */
export function presentUnit(product: Parameters<typeof findUnit>[0], locale: Locale): UnitName {
  const { one, other } = findUnit(product);
  return { one: localize(one, locale), other: localize(other, locale) };
}
