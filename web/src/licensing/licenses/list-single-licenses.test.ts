import { expect, it } from 'vitest';
import { singleLicenses } from './licenses.api.ts';

const license = (id: number, ...productIds: string[]) => ({
  id,
  products: productIds.map((productId) => ({ productId, name: productId, version: null, quantity: 1 })),
});

it('singleLicenses omits products with several licenses', () => {
  const ids = singleLicenses([license(1, 'desktop'), license(2, 'server', 'mobile'), license(3, 'desktop')]);
  expect([...ids]).toEqual([
    ['server', 2],
    ['mobile', 2],
  ]);
});
