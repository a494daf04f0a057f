import { useLingui } from '@lingui/react/macro';
import type { Passkey } from '@portico/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { withConfirmation } from '../../../lib/confirmation.ts';
import { notify } from '../../../lib/notify.tsx';
import { forgetPasskey, makePasskey, provePasskey } from './authenticator.ts';

const passkeysQuery = queryOptions({
  queryKey: ['passkeys', 'list'],
  queryFn: ({ signal }) => api('GET /api/Passkeys', { signal }),
});

/** The user's passkeys. */
export function usePasskeys() {
  return useQuery(passkeysQuery);
}

/** Reads what hangs on the user's ways in again: passkeys count as a second factor, and as a way to confirm. */
function useReadAgain() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['passkeys'] }),
      queryClient.invalidateQueries({ queryKey: ['second-factor'] }),
      queryClient.invalidateQueries({ queryKey: ['profile'] }),
      queryClient.invalidateQueries({ queryKey: ['external-logins'] }),
    ]);
}

/** Makes a passkey in the browser and adds it; its keeper names it. The caller shows failures, NoPasskeyError among them. */
export function useAddPasskey() {
  const { t } = useLingui();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: async () => {
      const { options } = await withConfirmation(() => api('POST /api/Passkeys/Options', { body: {} }));
      const response = await makePasskey(options);
      return api('POST /api/Passkeys', { body: { name: '', response } });
    },
    meta: { showsErrors: true },
    onSuccess: () => {
      notify.success(t`The passkey was added`);
      return readAgain();
    },
  });
}

/** Names a passkey. The dialog shows failures. */
export function useRenamePasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name }: Pick<Passkey, 'id' | 'name'>) =>
      api('POST /api/Passkeys/{id}', { params: { id }, body: { name } }),
    meta: { showsErrors: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  });
}

/** Removes a passkey, here and where the browser can tell what keeps it. The dialog shows failures. */
export function useRemovePasskey() {
  const { t } = useLingui();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: ({ id }: Passkey) => withConfirmation(() => api('DELETE /api/Passkeys/{id}', { params: { id } })),
    meta: { showsErrors: true },
    onSuccess: (_, { credentialId }) => {
      notify.success(t`The passkey was removed`);
      void forgetPasskey(credentialId);
      return readAgain();
    },
  });
}

/** Confirms with a passkey that it is the user (CON-1). The caller shows failures, NoPasskeyError among them. */
export function useConfirmWithPasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { options } = await api('POST /api/Passkeys/Confirm/Options', { body: {} });
      return api('POST /api/Passkeys/Confirm', { body: { response: await provePasskey(options) } });
    },
    meta: { showsErrors: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['profile'] }),
  });
}

/** Notes that the user was offered a passkey, which is done once (PSK-11). Nothing is told where that fails: the offer is made again. */
export function noteOffer(): Promise<unknown> {
  return api('POST /api/Passkeys/DeclineOffer', { body: {} }).catch(() => {});
}
