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
    /** What its readers must be allowed to do. */
    action?: Action;
    /** Path of the page above in the breadcrumbs. */
    under?: string;
    /** The page is about the product in its address, whose name is its breadcrumb. */
    isProduct?: true;
    /** The product's name is appended to the window title. */
    titleHasProduct?: true;
    /** Its entry in the sidebar and in the command palette. */
    menu?: MenuItem;
  }
}

/** The root of all routes. The router gives it the layout, which needs to know the pages. */
export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()();
type Root = typeof root;

interface Guarded<Search> {
  readonly params: Record<string, string>;
  readonly search: Search;
  readonly location: { readonly href: string };
}

interface PageDefinition<Path, Search> {
  readonly path: Path;
  /** What its readers must be allowed to do (ACC-6); everybody may open a page without one. */
  readonly action?: Action;
  /** Further conditions; throws a redirect if one does not hold. */
  guard?(context: Guarded<ResolveValidatorOutput<Search>>): void;
  /** Reads the part of the address after `?`. Values equal to its defaults are left out of addresses. */
  readonly search?: Search;
  readonly title?: MessageDescriptor | (() => MessageDescriptor);
  readonly under?: string;
  readonly isProduct?: true;
  readonly titleHasProduct?: true;
  readonly menu?: MenuItem | (() => MenuItem);
  /** Loads the component with its messages. */
  readonly load: () => Promise<ComponentType>;
  /** The message catalogs that it needs besides `app`. */
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
  // The router's types are computed from literal options; those of a generic path have to be named.
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
