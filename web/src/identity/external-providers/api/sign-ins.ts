import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { withConfirmation } from '../../../lib/confirmation.ts';
import { externalProvidersKey } from './providers.ts';

/** The last 100 sign-ins with a provider, the newest first. */
export function useSignIns(id: number) {
  return useQuery({
    queryKey: [...externalProvidersKey, 'sign-ins', id],
    queryFn: ({ signal }) => api('GET /api/ExternalProviders/{id}/SignIns', { params: { id }, signal }),
    staleTime: 0,
  });
}

/** Who the person of a pasted ID token would be here. The dialog shows failures. */
export function usePreviewMapping(id: number) {
  return useMutation({
    mutationFn: (token: string) =>
      api('POST /api/ExternalProviders/{id}/MappingPreview', { params: { id }, body: { token } }),
    meta: { showsErrors: true },
  });
}

/** Makes a new break-glass code, once the user has confirmed. @throws ConfirmationCanceled */
export function useMakeBreakGlassCode() {
  return useMutation({
    mutationFn: () => withConfirmation(() => api('POST /api/ExternalProviders/BreakGlassCode', { body: {} })),
    meta: { showsErrors: true },
  });
}
