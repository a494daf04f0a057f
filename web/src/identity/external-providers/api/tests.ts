import type { ExternalProviderDraft, SsoTest } from '@portico/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../lib/api.ts';
import { externalProvidersKey, providerQuery } from './providers.ts';

const testsKey = (id: number) => [...externalProvidersKey, 'tests', id] as const;

/** Milliseconds between two looks at a test that goes on. */
const lookAgain = 1000;

export const isOver = ({ state }: Pick<SsoTest, 'state'>): boolean => state !== 'running' && state !== 'waiting';

/** The provider's last tests, and the latest with its steps. While one goes on it is looked at each second. */
export function useTests(id: number, isStarting: boolean) {
  return useQuery({
    queryKey: testsKey(id),
    queryFn: ({ signal }) => api('GET /api/ExternalProviders/{id}/Tests', { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) =>
      isStarting || (data?.latest && !isOver(data.latest)) ? lookAgain : false,
    refetchIntervalInBackground: true,
  });
}

/** Begins a test sign-in, of settings that are not saved where it is given some. The card shows failures. */
export function useStartTest(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (settings: ExternalProviderDraft | undefined) =>
      api('POST /api/ExternalProviders/{id}/Tests', { params: { id }, body: settings ? { settings } : {} }),
    meta: { showsErrors: true },
    onSettled: () => {
      // It may have proved a mail domain.
      void queryClient.invalidateQueries({ queryKey: providerQuery(id).queryKey });
      return queryClient.invalidateQueries({ queryKey: testsKey(id) });
    },
  });
}

/** Reads the provider again once its latest test is over: it may have passed. */
export function useReadAfterTest(id: number, latest: SsoTest | null | undefined): void {
  const queryClient = useQueryClient();
  const ended = latest && isOver(latest) ? latest.id : null;
  useEffect(() => {
    if (ended !== null) void queryClient.invalidateQueries({ queryKey: providerQuery(id).queryKey });
  }, [queryClient, id, ended]);
}
