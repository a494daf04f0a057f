import { MutationCache, QueryClient } from '@tanstack/react-query';
import { connection } from './connection.ts';
import { ApiError } from './problem.ts';
import { reportProblem } from './report-problem.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The caller shows failures itself (on a form's fields, in the dialog); no toast. */
      showsErrors?: true;
    };
  }
}

const mayHelp = (error: unknown) => error instanceof ApiError && error.isTemporary;

/**
 * Queries are tried again on their own only where that may help (no response, 503), twice; then the view offers 'Try again'. A failed mutation is a toast
 * unless its `meta.showsErrors` is set. Nothing that changes data is ever repeated on its own. Without a network a call fails at once: a view that
 * waits for one would show its skeleton without an end, and a change that was held back would be made later, unasked.
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

/** Reads what is on screen again each time that the server can be reached again. Returns what stops it. */
export function readAgainWhenConnected(queryClient: QueryClient): () => void {
  return connection.subscribe(() => {
    if (connection.get() === 'connected') void queryClient.invalidateQueries();
  });
}
