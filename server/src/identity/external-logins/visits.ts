import { UnreachableError } from '../../core/http/guarded-fetch.ts';
import { hashSecret, seal, unseal } from '../../core/secrets.ts';
import type { ExternalLoginsContext } from './external-logins.context.ts';
import { consumeFlow, deleteExpiredFlows, insertFlow } from './external-logins.queries.ts';
import { ExternalLoginFailure } from './failures.ts';
import { CanceledError, type Identity, type IdentityProvider } from './providers.ts';

/** Seconds that a visit to a provider may take (EXT-4). */
export const visitSeconds = 10 * 60;

/** The purpose of a visit. */
export interface VisitPurpose {
  /** The user and session to connect the login to; null for a sign-in. */
  readonly linking: { readonly userId: number; readonly sessionHash: Buffer } | null;
  readonly returnUrl: string;
  /** Whether the visit belongs to a sign-up. */
  readonly isSignUp?: boolean;
}

type Context = Pick<ExternalLoginsContext, 'database' | 'config' | 'publicUrl'>;

const belonging = (stateHash: Buffer) => ({ purpose: 'external login', owner: stateHash.toString('hex') });
const providerRedirectUri = ({ publicUrl }: Context, provider: IdentityProvider) =>
  `${publicUrl}${provider.callbackPath}`;

/** Begins a visit to a provider. @returns the authorization address, and the state for the browser's cookie @throws ExternalLoginFailure if the provider is unreachable */
export async function beginVisit(
  context: Context,
  provider: IdentityProvider,
  { linking, returnUrl, isSignUp = false }: VisitPurpose,
): Promise<{ location: string; state: string }> {
  const { database, config } = context;
  const redirectUri = providerRedirectUri(context, provider);
  const { location, state, nonce, codeVerifier } = await mapProviderErrors(provider, () =>
    provider.begin({ redirectUri, names: isSignUp }),
  );
  const stateHash = hashSecret(state);
  await insertFlow(database.query, {
    stateHash,
    provider: provider.name,
    codeVerifier: seal(config.appSecret, belonging(stateHash), Buffer.from(codeVerifier)),
    nonce,
    userId: linking?.userId ?? null,
    sessionHash: linking?.sessionHash ?? null,
    returnUrl: returnUrl.slice(0, 2000),
    isSignUp,
    lifeSeconds: visitSeconds,
  });
  return { location, state };
}

/** A visit after the provider redirected back. */
export interface EndedVisit extends VisitPurpose {
  /** Redeems the code for the identity. */
  readonly identify: () => Promise<Identity>;
}

/**
 * Ends the visit whose state is in both the cookie and the address, once, at the provider where it began (EXT-4). @param search of the returned address, such
 * as `?code=…&state=…` @throws ExternalLoginFailure if there is no such visit
 */
export async function endVisit(
  context: Context,
  provider: IdentityProvider,
  { search, state }: { readonly search: string; readonly state: string | undefined },
): Promise<EndedVisit> {
  const { database, config } = context;
  const returned = new URL(`${providerRedirectUri(context, provider)}${search}`);
  if (!state || returned.searchParams.get('state') !== state) throw new ExternalLoginFailure('gone', provider.name);
  const flow = await consumeFlow(database.query, hashSecret(state));
  if (!flow?.isAlive || flow.provider !== provider.name) throw new ExternalLoginFailure('gone', provider.name);
  const { nonce, userId, sessionHash, returnUrl, stateHash, isSignUp } = flow;
  const codeVerifier = unseal(config.appSecret, belonging(stateHash), flow.codeVerifier).toString();
  return {
    returnUrl,
    isSignUp,
    linking: userId !== null && sessionHash !== null ? { userId, sessionHash } : null,
    identify: () => mapProviderErrors(provider, () => provider.finish(returned, { state, nonce, codeVerifier })),
  };
}

/** Maps a provider's errors to failures that a page can show. */
async function mapProviderErrors<Result>({ name }: IdentityProvider, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CanceledError) throw new ExternalLoginFailure('canceled', name);
    throw new ExternalLoginFailure(error instanceof UnreachableError ? 'away' : 'refused', name, error);
  }
}

/** Deletes visits that expired. */
export const purgeVisits = ({ database }: Pick<Context, 'database'>): Promise<void> =>
  deleteExpiredFlows(database.query);
