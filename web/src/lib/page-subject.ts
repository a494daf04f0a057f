import { useEffect } from 'react';
import { preloaded } from './preloaded.ts';
import { createStore } from './store.ts';
import { useStore } from './use-store.ts';

const productNames = createStore<Readonly<Record<string, string>>>({});

/** A page under /Products/{id} tells the breadcrumbs and the window's title what its product is called, once it knows. */
export function useNameProduct(id: string, name: string | undefined): void {
  useEffect(() => {
    if (name) productNames.set({ ...productNames.get(), [id.toLowerCase()]: name });
  }, [id, name]);
}

/** The product's name where some page has told it or the products switcher has it; null until then. */
export function useProductName(id: string | undefined): string | null {
  const names = useStore(productNames);
  if (id === undefined) return null;
  const key = id.toLowerCase();
  return names[key] ?? preloaded().products.find((product) => product.id.toLowerCase() === key)?.displayName ?? null;
}
