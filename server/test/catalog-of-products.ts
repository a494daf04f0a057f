import type { CatalogReader, Product } from '../src/catalog/index.ts';

/** A catalog that contains only these products, in every version. */
export function catalogOfProducts(findProducts: () => Promise<ReadonlyMap<string, Product>>) {
  return {
    findProducts,
    at: async () => ({ findProducts }) as Partial<CatalogReader> as CatalogReader,
    now: () => new Date(),
  };
}
