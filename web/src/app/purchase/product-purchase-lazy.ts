import { lazyPart } from '../../lib/lazy.tsx';
import { withCatalog } from '../catalogs.ts';

/** The steps of a purchase with their words, loaded while the page's data is on its way. */
export const ProductPurchase = lazyPart(async () => {
  const module = await withCatalog('purchase', () => import('./product-purchase.tsx'));
  return module.ProductPurchase;
});
