import { comparisonKey } from '@portico/contract';
import {
  type HashSlot,
  hashPassword,
  isHashingFull,
  isWeakHash,
  replaceHash,
  verifyPassword,
  withHashQueue,
} from '../../accounts/index.ts';
import { UnavailableError } from '../../core/http/app-error.ts';
import { hashSecret } from '../../core/secrets.ts';
import type { Entry, EntryContext, Visit } from './entry.context.ts';
import type { EntryFacts } from './entry.queries.ts';
import { enterWithFacts, providerRedirectByDomain } from './entry.ts';
import { InvalidCredentialsError } from './session.errors.ts';
import { attemptsRefunded } from './sign-in.queries.ts';
import { attemptKeys, beginAttempt, type LimitKeys, type SignInAttempt, withdrawAttempt } from './sign-in-limits.ts';

export interface SignIn extends Visit {
  /** Login or email, as typed. */
  readonly userName: string;
  readonly password: string;
  readonly rememberMe: boolean;
  /** As the browser sent it. */
  readonly returnUrl: string | undefined;
}

/**
 * Signs in with a password as the first factor. @returns the session, the challenge, or the redirect to the identity provider @throws
 * InvalidCredentialsError, the same and equally slow for a wrong name, a wrong password and an inactive user; TooManyRequestsError after 10 failures by name
 * or 100 by address in 15 minutes (LIM-3); UnavailableError if too many users sign in concurrently
 */
export async function signIn(context: EntryContext, input: SignIn): Promise<Entry> {
  const name = comparisonKey(input.userName);
  const authenticated = await authenticate(context, { ...input, name });
  if ('kind' in authenticated) return authenticated;
  const { userId, facts, keys } = authenticated;
  const request = { ...input, userId, proof: 'password', isBothFactors: false } as const;
  const entry = await enterWithFacts(context, request, facts, attemptsRefunded(keys));
  if (entry.kind === 'elsewhere') await withdrawAttempt(context.database, keys);
  return entry;
}

interface Credentials extends Visit {
  readonly returnUrl: string | undefined;
  /** The comparison key of the typed name. */
  readonly name: string;
  readonly password: string;
}

/**
 * Returns the user if the password is right, or the redirect of the name's mail domain. Audits each refusal and each beginning block. A blocked attempt
 * does not enter the hash queue.
 */
async function authenticate(
  context: EntryContext,
  { name, password, browserToken, returnUrl, origin: { address, requestId } }: Credentials,
): Promise<{ userId: number; facts: EntryFacts; keys: LimitKeys } | Entry> {
  const { database, audit } = context;
  if (isHashingFull()) throw new UnavailableError('problem.busy');
  const browserTokenHash = browserToken === null ? null : hashSecret(browserToken);
  const attempt = { name, browserTokenHash, address };
  const { user, refusal, isLast, keys } = await beginAttempt(database, attempt, attemptKeys(name, address));
  if (refusal) throw refusal;
  const elsewhere = await providerRedirectByDomain(context, { name, returnUrl }, user);
  if (elsewhere) {
    await withdrawAttempt(database, keys);
    return elsewhere;
  }
  let isAdmitted = false;
  try {
    const isRight = await withHashQueue((place) => {
      isAdmitted = true;
      return checkPassword({ database }, user, password, place);
    });
    if (user && isRight) return { userId: user.id, facts: user.facts, keys };
  } finally {
    if (!isAdmitted) await withdrawAttempt(database, keys);
  }
  const about = {
    accountId: user?.accountId,
    userId: user?.id,
    detail: { userName: user ? name : audit.hashUnknownName(name) },
    address,
    requestId,
  };
  await audit.record({ kind: 'signInRefused', ...about });
  if (isLast) await audit.record({ kind: 'signInBlocked', ...about });
  throw new InvalidCredentialsError();
}

/** Whether an active user has this password; equally slow without a user. Replaces a weak hash of a right password. */
async function checkPassword(
  { database }: Pick<EntryContext, 'database'>,
  user: SignInAttempt['user'],
  password: string,
  place: HashSlot,
): Promise<boolean> {
  const matches = await place(() => verifyPassword(user?.passwordHash ?? null, password));
  if (!user?.passwordHash || !matches || !user.active) return false;
  if (isWeakHash(user.passwordHash)) {
    const stronger = await place(() => hashPassword(password));
    await replaceHash(database.query, user.id, user.passwordHash, stronger);
  }
  return true;
}
