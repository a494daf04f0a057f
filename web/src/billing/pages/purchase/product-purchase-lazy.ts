import { lazyPartWith } from '../../../lib/catalogs.ts';

/** The steps of a purchase with their messages, loaded together with the page's data. */
export const ProductPurchase = lazyPartWith(['purchase'], () =>
  import('./product-purchase.tsx').then((module) => module.ProductPurchase),
);
