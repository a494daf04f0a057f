import { useLingui } from '@lingui/react/macro';
import type { SecondFactorMethod, SecondFactorSettings } from '@portico/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { withConfirmation } from '../../lib/confirmation.ts';
import { notify } from '../../lib/notify.tsx';

const secondFactorKey = ['second-factor'] as const;

const settingsQuery = queryOptions({
  queryKey: [...secondFactorKey, 'settings'],
  queryFn: ({ signal }) => api('GET /api/MFA', { signal }),
});

/** The state of the user's second factor. */
export function useSecondFactor() {
  return useQuery(settingsQuery);
}

/** Stores the settings of an answer, and refetches what depends on them. */
function useStoreSettings() {
  const queryClient = useQueryClient();
  return (settings?: SecondFactorSettings) => {
    if (settings) queryClient.setQueryData(settingsQuery.queryKey, settings);
    return queryClient.invalidateQueries({ queryKey: secondFactorKey });
  };
}

const removals: Record<SecondFactorMethod, () => Promise<SecondFactorSettings>> = {
  Authenticator: () => api('DELETE /api/MFA/Authenticator'),
  Email: () => api('DELETE /api/MFA/Email'),
  Phone: () => api('DELETE /api/MFA/Phone'),
};

/** Removes a method. The dialog shows failures. */
export function useRemoveMethod() {
  const { t } = useLingui();
  const take = useStoreSettings();
  return useMutation({
    mutationFn: (method: SecondFactorMethod) => withConfirmation(removals[method]),
    meta: { showsErrors: true },
    onSuccess: (settings) => {
      notify.success(t`The method was removed`);
      return take(settings);
    },
  });
}

/** Turns the second factor off. The dialog shows failures. */
export function useDisableSecondFactor() {
  const { t } = useLingui();
  const take = useStoreSettings();
  return useMutation({
    mutationFn: () => withConfirmation(() => api('PUT /api/MFA/Disable', { body: {} })),
    meta: { showsErrors: true },
    onSuccess: (settings) => {
      notify.success(t`Multi-factor authentication is off`);
      return take(settings);
    },
  });
}

/** Creates new recovery codes, which are returned only once. */
export function useMakeRecoveryCodes() {
  const take = useStoreSettings();
  return useMutation({
    mutationFn: () => withConfirmation(() => api('POST /api/MFA/GenerateRecoveryCode', { body: {} })),
    meta: { showsErrors: true },
    onSuccess: () => take(),
  });
}

/** Requires the second factor in this browser again. */
export function useForgetBrowser() {
  const { t } = useLingui();
  const take = useStoreSettings();
  return useMutation({
    mutationFn: () => api('POST /api/MFA/ForgetBrowser', { body: {} }),
    onSuccess: (settings) => {
      notify.success(t`This browser is asked again`);
      return take(settings);
    },
  });
}

/** The browsers that need no second factor. */
export function useRememberedBrowsers() {
  return useQuery({
    queryKey: [...secondFactorKey, 'browsers'],
    queryFn: ({ signal }) => api('GET /api/MFA/Browsers', { signal }),
  });
}

/** Requires the second factor in another browser again. */
export function useForgetOneBrowser() {
  const { t } = useLingui();
  const take = useStoreSettings();
  return useMutation({
    mutationFn: (id: string) => api('DELETE /api/MFA/Browsers/{id}', { params: { id } }),
    onSuccess: () => {
      notify.success(t`That browser is asked again`);
      return take();
    },
  });
}

/**
 * A new secret for an authenticator.
 * @param isReset whether an authenticator is set up already; the old one works until the new one is enabled
 */
export function useAuthenticatorSetup(isReset: boolean) {
  return useQuery({
    queryKey: [...secondFactorKey, 'authenticator', isReset],
    queryFn: ({ signal }) =>
      withConfirmation(() =>
        isReset
          ? api('POST /api/MFA/Authenticator/Reset', { body: {}, signal })
          : api('GET /api/MFA/Authenticator', { signal }),
      ),
    // A secret is only kept while its panel is open.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** The target of codes. */
export interface CodeTarget {
  readonly method: Exclude<SecondFactorMethod, 'Authenticator'>;
  /** A mail address or a phone number, as typed. */
  readonly target: string;
}

/** Sends a code to an address or number that is to become a second factor. The panel shows failures. */
export function useSendSetupCode() {
  return useMutation({
    mutationFn: ({ method, target }: CodeTarget) =>
      withConfirmation(() =>
        method === 'Email'
          ? api('POST /api/MFA/Email/SendCode', { body: { email: target } })
          : api('POST /api/MFA/Phone/SendCode', { body: { phone: target } }),
      ),
    meta: { showsErrors: true },
  });
}

export type Enabling =
  | { readonly method: 'Authenticator'; readonly code: string }
  | (CodeTarget & { readonly code: string });

function enable(wanted: Enabling) {
  const { code } = wanted;
  if (wanted.method === 'Authenticator') return api('POST /api/MFA/Authenticator/Enable', { body: { code } });
  if (wanted.method === 'Email') return api('POST /api/MFA/Email/Enable', { body: { email: wanted.target, code } });
  return api('POST /api/MFA/Phone/Enable', { body: { phone: wanted.target, code } });
}

/** Enables a method with its code. The panel shows failures. */
export function useEnableMethod() {
  const take = useStoreSettings();
  return useMutation({
    mutationFn: (wanted: Enabling) => withConfirmation(() => enable(wanted)),
    meta: { showsErrors: true },
    onSuccess: () => take(),
  });
}
