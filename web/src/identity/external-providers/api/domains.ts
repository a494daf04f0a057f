import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { withConfirmation } from '../../../lib/confirmation.ts';
import { useTakeProvider } from './providers.ts';

/** Adds a mail domain. Its field shows failures. */
export function useAddDomain(id: number) {
  const take = useTakeProvider();
  return useMutation({
    mutationFn: (domain: string) =>
      api('POST /api/ExternalProviders/{id}/Domains', { params: { id }, body: { domain } }),
    meta: { showsErrors: true },
    onSuccess: take,
  });
}

/** What can be done with a mail domain: look for its record, have its link mailed, and remove it once the user has confirmed. Failures are toasts. */
export function useDomain(id: number, domainId: number) {
  const take = useTakeProvider();
  const params = { id, domainId };
  const check = useMutation({
    mutationFn: () => api('POST /api/ExternalProviders/{id}/Domains/{domainId}/Check', { params, body: {} }),
    onSuccess: take,
  });
  const mail = useMutation({
    mutationFn: () => api('POST /api/ExternalProviders/{id}/Domains/{domainId}/Mail', { params, body: {} }),
    onSuccess: take,
  });
  const remove = useMutation({
    mutationFn: () => withConfirmation(() => api('DELETE /api/ExternalProviders/{id}/Domains/{domainId}', { params })),
    meta: { showsErrors: true },
    onSuccess: take,
  });
  return { check, mail, remove };
}
