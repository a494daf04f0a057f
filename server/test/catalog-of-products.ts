import type { CatalogReader, Product } from '../src/catalog/index.ts';

/** A catalog of products alone, the same at every version. */
export function catalogOfProducts(findProducts: () => Promise<ReadonlyMap<string, Product>>) {
  return {
    findProducts,
    at: async () => ({ findProducts }) as Partial<CatalogReader> as CatalogReader,
    now: () => new Date(),
  };
}
