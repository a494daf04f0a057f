import { useLocation, useRouter } from '@tanstack/react-router';
import { useOwnProducts } from '../../catalog/own-products.ts';
import { useProductName, useProductOfPage } from '../../lib/page-subject.ts';
import { isOperator } from '../operators/is-operator.ts';
import { addProducts, createMenu, findCurrent, type MenuEntry, type OwnProduct, visibleEntries } from './menu.ts';

/** The user's menu: the operators', or the customers' with the account's products. */
export function useMenu(): MenuEntry[] {
  const { routesById } = useRouter();
  const products = useMenuProducts();
  const isForOperators = isOperator();
  const entries = createMenu(Object.values(routesById), isForOperators);
  return visibleEntries(isForOperators ? entries : addProducts(entries, products));
}

/** The id of the menu entry of the current page. */
export function useCurrentEntry(entries: readonly MenuEntry[]): string | undefined {
  const { pathname } = useLocation();
  return findCurrent(entries, pathname, useProductOfPage(pathname));
}

/** The account's products. Until they are known, only the product of the current page. */
function useMenuProducts(): readonly OwnProduct[] {
  const known = useOwnProducts();
  const { pathname } = useLocation();
  const id = useProductOfPage(pathname);
  const name = useProductName(id ?? undefined);
  if (known) return known;
  return id && name
    ? [{ id, displayName: name, logo64: null, displayType: 'Subscribe', url: null, holding: null }]
    : [];
}

/** Whether the breadcrumbs of a product's page start with the account's products instead of the catalog. */
export function useIsOwnProduct(id: string | null): boolean {
  const known = useOwnProducts();
  return id !== null && !isOperator() && (known?.some((product) => product.id.toLowerCase() === id) ?? true);
}
