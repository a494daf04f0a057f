import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** Carries the request of a device without a network to its license. The dialog shows failures. */
export function useAnswerRequest(licenseId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: string) =>
      api('POST /api/Licenses/{id}/OfflineRequests', { params: { id: licenseId }, body: { request } }),
    meta: { showsErrors: true },
    onSuccess: () =>
      Promise.all([['devices'], ['licenses']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}
