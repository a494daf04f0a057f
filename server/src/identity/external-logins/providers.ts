import type { Proof } from '@portico/contract';

/** Who somebody is at a provider. Users are found by issuer and subject, never by their address (EXT-1). */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** For the eye alone: it is not checked, and may be another person's. */
  readonly email: string | null;
  /** Whether the provider vouches that the address is theirs. */
  readonly isEmailVerified: boolean;
  /** Empty where the provider was not asked, or does not say. */
  readonly firstName: string;
  readonly lastName: string;
}

/** The values that bind a visit to its browser and its provider. */
export interface Binding {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** The address at this portal to which the provider leads back. */
  readonly redirectUri: string;
}

/** A provider of identities, whatever its protocol. */
export interface IdentityProvider {
  /** Its name in the portal, as it is stored: it stays. */
  readonly name: string;
  readonly displayName: string;
  /** How sessions note a sign-in with it. */
  readonly proof: Proof;
  /** The path at this portal to which it leads back. */
  readonly callbackPath: string;
  /** Where forms may lead, for the pages' content security policy. */
  readonly origin: string;
  /** The address to which the browser is led. The person's names are asked for where somebody signs up. @throws UnreachableError when the provider is away. */
  begin(binding: Binding, wants: { readonly names: boolean }): Promise<URL>;
  /**
   * Who came back with this address.
   * @throws UnreachableError when the provider is away; CanceledError when the person gave up there; any other error when the answer is not right.
   */
  finish(returned: URL, binding: Omit<Binding, 'redirectUri'>): Promise<Identity>;
}

/** The person gave up at the provider. */
export class CanceledError extends Error {
  override name = 'CanceledError';
}

/** The providers of an installation by name. Those of customers join them here. */
export interface ProviderRegistry {
  readonly all: readonly IdentityProvider[];
  find(name: string): IdentityProvider | undefined;
}

export function createRegistry(all: readonly IdentityProvider[]): ProviderRegistry {
  return { all, find: (name) => all.find((provider) => provider.name === name) };
}
