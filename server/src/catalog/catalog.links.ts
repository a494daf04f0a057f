import type { Locale, Preloaded } from '@portico/contract';
import { localize } from '../core/messages/index.ts';
import type { Product } from './catalog.types.ts';

type Products = ReadonlyMap<string, Product>;

/** The products of the switcher, with their own URLs (PAGE-8). */
export function listSwitcherProducts(products: Products, locale: Locale): Preloaded['products'] {
  return [...products.values()]
    .filter((product) => !product.retired)
    .map((product) => ({
      id: product.id,
      name: localize(product.name, locale),
      displayName: localize(product.displayName, locale),
      url: product.url,
      isDisabled: product.disabled,
    }));
}

/** The origins of the products' URLs. A `ReturnUrl` may lead to them and to the portal (SES-12). */
export function listLinkedOrigins(products: Products): string[] {
  const urls = [...products.values()]
    .filter((product) => !product.retired && !product.disabled)
    .map((product) => product.url);
  return [...new Set(urls.flatMap((url) => (url && URL.canParse(url) ? [new URL(url).origin] : [])))];
}

/** The products from which signing out of the portal signs out too, with their URLs (SES-22). */
export function listSignOutProducts(products: Products, locale: Locale): { id: string; name: string; url: string }[] {
  return [...products.values()].flatMap(({ id, displayName, url, retired, disabled, sharesSignOut }) =>
    sharesSignOut && !retired && !disabled && url && URL.canParse(url)
      ? [{ id, name: localize(displayName, locale), url }]
      : [],
  );
}
