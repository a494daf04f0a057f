import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { root } from './define-page.ts';
import { PageError } from './page-error.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { createRouteTree } from './pages.ts';
import { parseSearch, stringifySearch } from './search.ts';
import { Layout } from './shell/layout.tsx';

// The shell reads titles and menu entries from the pages, so the root route cannot import the shell.
root.update({ component: Layout });

/** Creates the application's router. To include the operators' pages, await `loadOperatorParts` first. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: createRouteTree(),
    context: { queryClient },
    parseSearch,
    stringifySearch,
    caseSensitive: false,
    defaultPreload: 'intent',
    defaultPreloadDelay: 60,
    // The query cache decides which data is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 250,
    defaultPendingMinMs: 300,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: PageError,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
