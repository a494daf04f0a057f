import { useLingui } from '@lingui/react/macro';
import type { Account, Feature, SubscriptionChoice } from '@portico/contract';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { notify } from '../../lib/notify.tsx';

const accountQuery = (id: number) =>
  queryOptions({
    queryKey: ['accounts', 'one', id],
    queryFn: ({ signal }) => api('GET /api/Operator/Accounts/{id}', { params: { id }, signal }),
  });
const notesKey = (id: number) => ['accounts', 'notes', id] as const;

/** One account; sends no request if the address has no valid id. */
export function useAccount(id: number) {
  return useQuery({ ...accountQuery(id), enabled: Number.isSafeInteger(id) && id > 0 });
}

/** A change of an account, after which its data and activity are refetched. */
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

/** Disables an account, so that its users cannot sign in (OPR-3), with a choice for its subscriptions (OPR-14). The form shows failures. */
export function useDisable(id: number) {
  const { t } = useLingui();
  const change = (body: { reason: string; subscriptions: SubscriptionChoice }) =>
    api('POST /api/Operator/Accounts/{id}/Disable', { params: { id }, body });
  return useAccountChange(id, change, t`The account is disabled`);
}

/** Enables an account again (OPR-3). The dialog shows failures. */
export function useEnable(id: number) {
  const { t } = useLingui();
  const change = () => api('POST /api/Operator/Accounts/{id}/Enable', { params: { id }, body: {} });
  return useAccountChange<void>(id, change, t`The account is enabled`);
}

/** Saves which parts of the portal an account has (OPR-4). */
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

/** Adds a note (OPR-5). The form shows failures. */
export function useAddNote(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (text: string) => api('POST /api/Operator/Accounts/{id}/Notes', { params: { id }, body: { text } }),
    meta: { showsErrors: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: notesKey(id) }),
  });
}

/** Deletes the operator's own note (OPR-5). */
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
