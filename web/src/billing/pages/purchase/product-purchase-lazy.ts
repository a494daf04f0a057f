import { lazyPartWith } from '../../../lib/catalogs.ts';

/** The steps of a purchase with their words, loaded while the page's data is on its way. */
export const ProductPurchase = lazyPartWith(['purchase'], () =>
  import('./product-purchase.tsx').then((module) => module.ProductPurchase),
);
