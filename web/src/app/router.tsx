import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { PageError } from './page-error.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { createRouteTree } from './routes.ts';
import { parseSearch, stringifySearch } from './search.ts';

/** The application's router. `loadOperatorParts` comes before it, where operators' pages are to be known. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: createRouteTree(),
    context: { queryClient },
    parseSearch,
    stringifySearch,
    caseSensitive: false,
    defaultPreload: 'intent',
    defaultPreloadDelay: 60,
    // The query cache decides what is fresh.
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
