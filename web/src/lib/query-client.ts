import { MutationCache, QueryClient } from '@tanstack/react-query';
import { connection } from './connection.ts';
import { ApiError } from './problem.ts';
import { reportProblem } from './report-problem.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The caller shows failures itself, on a form's fields or in the dialog; there is no toast. */
      showsErrors?: true;
    };
  }
}

const mayHelp = (error: unknown) => error instanceof ApiError && error.isTemporary;

/**
 * Queries are retried twice if that may help (no response, 503). A failed mutation is never retried, and shows a
 * toast unless `meta.showsErrors` is set. Without a network, calls fail immediately: a paused query would show a
 * skeleton forever, and a paused change would run later.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!mutation.meta?.showsErrors) reportProblem(error);
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && mayHelp(error),
        retryDelay: (failures, error) =>
          error instanceof ApiError && error.retryAfter ? Math.min(error.retryAfter, 10) * 1000 : 600 * 2 ** failures,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** Refetches the visible data whenever the server becomes reachable again. Returns a function that unsubscribes. */
export function readAgainWhenConnected(queryClient: QueryClient): () => void {
  return connection.subscribe(() => {
    if (connection.get() === 'connected') void queryClient.invalidateQueries();
  });
}
