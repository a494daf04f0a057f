import { useLingui } from '@lingui/react/macro';
import type { Account, Feature } from '@portico/contract';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { notify } from '../../lib/notify.tsx';

const accountQuery = (id: number) =>
  queryOptions({
    queryKey: ['accounts', 'one', id],
    queryFn: ({ signal }) => api('GET /api/Operator/Accounts/{id}', { params: { id }, signal }),
  });
const notesKey = (id: number) => ['accounts', 'notes', id] as const;

/** One account; nothing is asked where the address holds no id. */
export function useAccount(id: number) {
  return useQuery({ ...accountQuery(id), enabled: Number.isSafeInteger(id) && id > 0 });
}

/** A change of an account. What shows the account or what happened in it is asked again. */
function useAccountChange<Input>(id: number, change: (input: Input) => Promise<Account>, done: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { showsErrors: true },
    onSuccess: (saved) => {
      queryClient.setQueryData(accountQuery(id).queryKey, saved);
      notify.success(done);
      return queryClient.invalidateQueries({ queryKey: ['accountOverviews'] });
    },
  });
}

/** Keeps the users of an account out (OPR-3). The form shows failures. */
export function useDisable(id: number) {
  const { t } = useLingui();
  const change = (reason: string) =>
    api('POST /api/Operator/Accounts/{id}/Disable', { params: { id }, body: { reason } });
  return useAccountChange(id, change, t`The account is disabled`);
}

/** Lets the users of an account in again (OPR-3). The dialog shows failures. */
export function useEnable(id: number) {
  const { t } = useLingui();
  const change = () => api('POST /api/Operator/Accounts/{id}/Enable', { params: { id }, body: {} });
  return useAccountChange<void>(id, change, t`The account is enabled`);
}

/** Chooses what an account has of the portal (OPR-4). */
export function useSaveFeatures(id: number) {
  const { t } = useLingui();
  const change = (features: Feature[]) =>
    api('PUT /api/Operator/Accounts/{id}/Features', { params: { id }, body: { features } });
  return useAccountChange(id, change, t`Saved`);
}

/** The notes about an account, the newest first. */
export function useNotes(id: number, page: number) {
  return useQuery({
    queryKey: ['accounts', 'notes', id, page],
    queryFn: ({ signal }) =>
      api('GET /api/Operator/Accounts/{id}/Notes', { params: { id }, query: { page, pageSize: 10 }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Writes a note (OPR-5). The form shows failures. */
export function useAddNote(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (text: string) => api('POST /api/Operator/Accounts/{id}/Notes', { params: { id }, body: { text } }),
    meta: { showsErrors: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: notesKey(id) }),
  });
}

/** Deletes an own note (OPR-5). */
export function useDeleteNote(id: number) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (noteId: number) =>
      api('DELETE /api/Operator/Accounts/{id}/Notes/{noteId}', { params: { id, noteId } }),
    onSuccess: () => {
      notify.success(t`The note is deleted`);
      return queryClient.invalidateQueries({ queryKey: notesKey(id) });
    },
  });
}
