import type { Proof } from '@portico/contract';
import type { FlowBinding } from '../single-sign-on/authorization.ts';

/** An identity at a provider. Users are found by issuer and subject, never by address (EXT-1). */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** For display only: it is not verified, and may belong to another user. */
  readonly email: string | null;
  /** Whether the provider vouches for the address. */
  readonly isEmailVerified: boolean;
  /** Empty if the provider was not asked or does not say. */
  readonly firstName: string;
  readonly lastName: string;
}

/** An identity provider, independent of its protocol. */
export interface IdentityProvider {
  /** Its name in the portal. It is stored, so it must not change. */
  readonly name: string;
  readonly displayName: string;
  /** The proof that sessions record for a sign-in with it. */
  readonly proof: Proof;
  /** The portal's path to which it redirects back. */
  readonly callbackPath: string;
  /** The origin to which forms may redirect, for the pages' content security policy. */
  readonly origin: string;
  /** The authorization address. Names are only requested for a sign-up. @throws UnreachableError if the provider is unreachable */
  begin(wants: {
    readonly redirectUri: string;
    readonly names: boolean;
  }): Promise<FlowBinding & { readonly location: string }>;
  /** The identity that returned with this address. @throws UnreachableError; CanceledError if the user canceled at the provider; any other error if the answer is invalid */
  finish(returned: URL, binding: FlowBinding): Promise<Identity>;
}

/** The user canceled at the provider. */
export class CanceledError extends Error {
  override name = 'CanceledError';
}

/** The installation's providers by name. */
export interface ProviderRegistry {
  readonly all: readonly IdentityProvider[];
  find(name: string): IdentityProvider | undefined;
}

export function createRegistry(all: readonly IdentityProvider[]): ProviderRegistry {
  return { all, find: (name) => all.find((provider) => provider.name === name) };
}
