import type { MessageDescriptor } from '@lingui/core';
import type { Action } from '@portico/contract';
import type { QueryClient } from '@tanstack/react-query';
import {
  type AnyValidator,
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  type ResolveFullPath,
  type ResolveId,
  type ResolveValidatorOutput,
  type SearchMiddleware,
  type StaticDataRouteOption,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { withCatalogs } from '../lib/catalogs.ts';
import { loadChunk } from '../lib/lazy.tsx';
import { requireAction } from './guards.ts';
import type { MenuItem } from './shell/menu.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's heading, breadcrumb and window title (UI-9). */
    title?: MessageDescriptor;
    /** The action that the user must be allowed to perform. */
    action?: Action;
    /** Path of the page above in the breadcrumbs. */
    under?: string;
    /** The page is about the product in its address, whose name is its breadcrumb. */
    isProduct?: true;
    /** The page's tab, if the account has the product. It is then the page's breadcrumb. */
    tab?: (search: Record<string, unknown>) => MessageDescriptor;
    /** The product's name is appended to the window title. */
    titleHasProduct?: true;
    /** The page's entry in the sidebar and in the command palette. */
    menu?: MenuItem;
  }
}

/** The root of all routes. `router.tsx` adds its layout. */
export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()();
type Root = typeof root;

interface Guarded<Search> {
  readonly params: Record<string, string>;
  readonly search: Search;
  readonly location: { readonly href: string };
}

interface PageDefinition<Path, Search> {
  readonly path: Path;
  /** The action that the user must be allowed to perform (ACC-6). Everybody may open a page without an action. */
  readonly action?: Action;
  /** Checks further conditions; throws a redirect if one is not met. */
  guard?(context: Guarded<ResolveValidatorOutput<Search>>): void;
  /** Reads the query of the address. Default values are left out of addresses. */
  readonly search?: Search;
  readonly title?: MessageDescriptor | (() => MessageDescriptor);
  readonly under?: string;
  readonly isProduct?: true;
  readonly titleHasProduct?: true;
  readonly tab?: StaticDataRouteOption['tab'];
  readonly menu?: MenuItem | (() => MenuItem);
  /** Loads the component with its messages. */
  readonly load: () => Promise<ComponentType>;
  /** The message catalogs that the page needs besides `app`. */
  readonly catalogs?: readonly string[];
}

/** A page with its route, and its data for titles, breadcrumbs, menu and palette. */
export function definePage<const Path extends string, Search = undefined>(page: PageDefinition<Path, Search>) {
  const { path, guard, search, load, catalogs = [], title, menu, ...info } = page;
  const options = {
    getParentRoute: () => root,
    path,
    beforeLoad(context: Guarded<ResolveValidatorOutput<Search>>) {
      if (info.action) requireAction(info.action)();
      guard?.(context);
    },
    ...(search ? { validateSearch: search, search: withoutDefaults(search as ReadSearch) } : {}),
    staticData: {
      ...info,
      get title() {
        return typeof title === 'function' ? title() : title;
      },
      get menu() {
        return typeof menu === 'function' ? menu() : menu;
      },
    },
    component: lazyRouteComponent(
      () => loadChunk(() => withCatalogs(catalogs, async () => ({ Page: await load() }))),
      'Page',
    ),
  };
  // The router infers its types from literal options, so a generic path needs an explicit type.
  return createRoute(options as never) as unknown as PageRoute<Path, Search>;
}

/** An address that redirects to another one; `redirectTo` throws the redirect. */
export function defineRedirect<const Path extends string>(
  path: Path,
  redirectTo: (context: Guarded<Record<string, unknown>>) => never,
  staticData: StaticDataRouteOption = {},
) {
  const options = { getParentRoute: () => root, path, beforeLoad: redirectTo, staticData };
  return createRoute(options as never) as unknown as PageRoute<Path, undefined>;
}

type PageRoute<Path extends string, Search> = ReturnType<
  typeof createRoute<
    unknown,
    Root,
    Path,
    ResolveFullPath<Root, Path>,
    string,
    ResolveId<Root, string, Path>,
    Search extends AnyValidator ? Search : undefined
  >
>;

type ReadSearch = (search: Record<string, unknown>) => Record<string, unknown>;

/** Leaves values that equal the defaults out of an address. */
function withoutDefaults(read: ReadSearch): { middlewares: SearchMiddleware<Record<string, unknown>>[] } {
  const defaults = new Map<string, unknown>(Object.entries(read({})));
  return {
    middlewares: [
      ({ search, next }) =>
        Object.fromEntries(Object.entries(next(search)).filter(([name, value]) => value !== defaults.get(name))),
    ],
  };
}
