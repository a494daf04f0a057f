import { withCatalog } from '../../../app/catalogs.ts';
import { lazyPart } from '../../../lib/lazy.tsx';

/** The steps of a purchase with their words, loaded while the page's data is on its way. */
export const ProductPurchase = lazyPart(async () => {
  const module = await withCatalog('purchase', () => import('./product-purchase.tsx'));
  return module.ProductPurchase;
});
