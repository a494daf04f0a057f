import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router';
import { loadChunk } from '../../lib/lazy.tsx';
import { withCatalog } from '../catalogs.ts';
import { Layout } from '../shell/layout.tsx';
import type { TitleKey } from '../titles.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The words of the breadcrumb and of the window's title. */
    titleKey?: TitleKey;
    /** `product`: the breadcrumb is the product's name. */
    subject?: 'product';
  }
}

/** A page's component, loaded on the way to it or while the pointer rests on a link. */
export function page<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  // biome-ignore lint/suspicious/noExplicitAny: the router's own signature
  return lazyRouteComponent(() => loadChunk(load) as Promise<any>, name);
}

/** The same for a page of operators, whose words no customer has to load. */
export function operatorPage<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return page(() => withCatalog('operator', load), name);
}

/** The same for a page about orders, licenses or devices. */
export function licensesPage<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return page(() => withCatalog('licenses', load), name);
}

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Layout });
