import type { Locale, UnitName } from '@portico/contract';
import type { Product } from '../catalog/index.ts';

const words: Record<Product['licensingType'], Record<Locale, UnitName>> = {
  None: { en: { one: 'seat', other: 'seats' }, fr: { one: 'place', other: 'places' } },
  HostLocked: { en: { one: 'device', other: 'devices' }, fr: { one: 'appareil', other: 'appareils' } },
  Floating: {
    en: { one: 'floating license', other: 'floating licenses' },
    fr: { one: 'licence flottante', other: 'licences flottantes' },
  },
};

/** What a product's quantity counts. */
export function unitOf(product: Pick<Product, 'licensingType'> | undefined, locale: Locale): UnitName {
  return words[product?.licensingType ?? 'None'][locale];
}
