import { useEffect } from 'react';
import { preloaded } from './preloaded.ts';
import { createStore } from './store.ts';
import { useStore } from './use-store.ts';

const pageName = createStore<{ path: string; name: string } | null>(null);

/** Sets the last breadcrumb of the current page to the name of its object, once it is known. */
export function useNamePage(name: string | undefined): void {
  useEffect(() => {
    if (name) pageName.set({ path: location.pathname, name });
  }, [name]);
}

/** The name of the object of the page at a path; null if it is unknown. */
export function usePageName(path: string | undefined): string | null {
  const known = useStore(pageName);
  return known && known.path.toLowerCase() === path?.toLowerCase() ? known.name : null;
}

const productNames = createStore<Readonly<Record<string, string>>>({});

/**
 * Sets the product's name for breadcrumbs and window title. Pages under /Products/{id} call it once they know the
 * name.
 */
export function useNameProduct(id: string, name: string | undefined): void {
  useEffect(() => {
    if (name) productNames.set({ ...productNames.get(), [id.toLowerCase()]: name });
  }, [id, name]);
}

/** The product's name if a page or the products menu has it; otherwise null. */
export function useProductName(id: string | undefined): string | null {
  const names = useStore(productNames);
  if (id === undefined) return null;
  const key = id.toLowerCase();
  return names[key] ?? preloaded().products.find((product) => product.id.toLowerCase() === key)?.displayName ?? null;
}

const pageProduct = createStore<{ path: string; id: string } | null>(null);

/** Reports the product that the current page is about, for a page whose address does not contain it. */
export function useReportProduct(id: string | undefined): void {
  useEffect(() => {
    if (id) pageProduct.set({ path: location.pathname, id: id.toLowerCase() });
  }, [id]);
}

/** The lowercase id of the product that the page at a path is about; null if there is none or it is unknown. */
export function useProductOfPage(path: string): string | null {
  const reported = useStore(pageProduct);
  const [, id] = /^\/(?:products|productdashboard)\/([^/]+)/i.exec(path) ?? [];
  return id?.toLowerCase() ?? (reported?.path === path ? reported.id : null);
}
