import type { SecondFactorMethod } from '@portico/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { withConfirmation } from '../../../lib/confirmation.ts';
import { secondFactorKey, useTakeSettings } from './settings.ts';

/**
 * A new secret for an authenticator.
 * @param isReset whether an authenticator is set up already; it works until the new one is enabled
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
    // A secret is shown while its panel is open, and is not kept.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Where codes are to go. */
export interface CodeTarget {
  readonly method: Exclude<SecondFactorMethod, 'Authenticator'>;
  /** A mail address or a phone number, as typed. */
  readonly target: string;
}

/** Sends a code to an address or number that is to be a second factor. The panel shows failures. */
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
  const take = useTakeSettings();
  return useMutation({
    mutationFn: (wanted: Enabling) => withConfirmation(() => enable(wanted)),
    meta: { showsErrors: true },
    onSuccess: () => take(),
  });
}
