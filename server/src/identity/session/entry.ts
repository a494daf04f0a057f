import { type Proof, paths } from '@portico/contract';
import type { SQL } from 'drizzle-orm';
import { type Queryable, retryOnConflict } from '../../core/db/database.ts';
import { retention } from '../../core/db/retention.ts';
import { hashSecret, newSecret } from '../../core/secrets.ts';
import { parkedSessionHash } from './acting.ts';
import { insertChallenge } from './challenge.queries.ts';
import type { Entry, EntryContext, EntryRequest, Visit } from './entry.context.ts';
import { beginSession, beginSessionIn, type EntryFacts, type NewSession, selectEntryFacts } from './entry.queries.ts';
import { mailNewDeviceNotice } from './new-device.ts';
import {
  AccountDisabledError,
  ChallengeExpiredError,
  EmailNotConfirmedError,
  InvalidCredentialsError,
} from './session.errors.ts';

/** Maximum duration of a session in seconds: 24 hours after sign-in (SES-3). */
export const maxSessionSeconds = retention.session.value * 60 * 60;

/** Seconds for which a sign-in waits for its second factor (MFA-1). */
export const challengeSeconds = 10 * 60;

/** Continues a sign-in after an accepted proof (MFA-2). @throws InvalidCredentialsError for a user who is inactive or gone */
export async function completeFirstFactor(context: EntryContext, request: EntryRequest): Promise<Entry> {
  const { userId, browserToken, origin } = request;
  const tokenHash = browserToken === null ? null : hashSecret(browserToken);
  const facts = await selectEntryFacts(context.database, { userId, tokenHash, address: origin.address });
  if (!facts) throw new InvalidCredentialsError();
  return enterWithFacts(context, request, facts);
}

/**
 * Continues a sign-in with facts that were read already. @param refund part of a statement that refunds the password attempt @throws
 * AccountDisabledError, EmailNotConfirmedError
 */
export async function enterWithFacts(
  context: EntryContext,
  request: EntryRequest,
  facts: EntryFacts,
  refund?: SQL,
): Promise<Entry> {
  const { database, hasPasskeys, config } = context;
  const { userId, isBothFactors } = request;
  if (facts.isAccountDisabled) throw new AccountDisabledError();
  const elsewhere = await requiredProviderRedirect(context, request, facts);
  if (elsewhere) return elsewhere;
  if (!facts.isEmailConfirmed) {
    throw new EmailNotConfirmedError(await context.remindToConfirm(userId));
  }
  // In production, operators need a second factor regardless of their account (OPR-8).
  const isRequired = facts.isRequired || (facts.isOperator && config.mode === 'production');
  const couldHavePasskey = isRequired && !facts.hasFactors && !isBothFactors;
  const hasPasskey = couldHavePasskey && (await hasPasskeys(database.query, userId));
  const step = nextSignInStep({ ...facts, isRequired, isBothFactors, hasPasskey });
  if (step === 'challenge') return beginChallenge(context, request, facts, refund);
  return startSession(context, {
    visit: request,
    userId,
    facts,
    proofs: [request.proof],
    rememberMe: request.rememberMe,
    // Also at the first sign-in of a new account (SIGN-24).
    returnUrl: await context.safeReturnUrl(request.returnUrl),
    isSetup: step === 'setup',
    refund,
  });
}

/** Decides what follows a first factor (MFA-2). */
export function nextSignInStep(known: {
  isBothFactors: boolean;
  hasFactors: boolean;
  hasPasskey: boolean;
  isRequired: boolean;
  isRemembered: boolean;
}): 'session' | 'challenge' | 'setup' {
  if (known.isBothFactors) return 'session';
  if (known.hasFactors || (known.isRequired && known.hasPasskey)) return known.isRemembered ? 'session' : 'challenge';
  return known.isRequired ? 'setup' : 'session';
}

async function beginChallenge(
  { database, audit, safeReturnUrl }: EntryContext,
  { userId, proof, rememberMe, returnUrl, origin, browserToken, challengeId }: EntryRequest,
  { accountId, sessionsEndedAt }: EntryFacts,
  refund: SQL | undefined,
): Promise<Entry> {
  const id = newSecret();
  const { address, requestId } = origin;
  const isStored = await insertChallenge(database, {
    idHash: hashSecret(id),
    formerIdHash: challengeId === null ? null : hashSecret(challengeId),
    userId,
    proof,
    rememberMe,
    returnUrl: await safeReturnUrl(returnUrl),
    lifeSeconds: challengeSeconds,
    sessionsEndedAt,
    audit: audit.createInsertion({
      kind: 'secondFactorAsked',
      accountId,
      userId,
      realUserId: userId,
      address,
      requestId,
    }),
    refund,
  });
  if (!isStored) throw new InvalidCredentialsError();
  return { kind: 'challenge', challengeId: id, browserToken: browserToken ?? newSecret() };
}

/** A session to begin. */
export interface SessionStart {
  readonly visit: Visit;
  readonly userId: number;
  readonly facts: EntryFacts;
  readonly proofs: readonly Proof[];
  /** When the user gave a password or a passkey (CON-1); null for now. */
  readonly confirmedAt?: Date | null;
  readonly rememberMe: boolean;
  /** Checked already (SES-12). */
  readonly returnUrl: string;
  readonly isSetup: boolean;
  readonly refund?: SQL | undefined;
  /** The challenge that the second factor completed. */
  readonly challengeIdHash?: Buffer;
  readonly rememberBrowser?: boolean;
  /** Runs in the transaction of the sign-in. */
  readonly inSameTransaction?: (transaction: Queryable) => Promise<void>;
}

/**
 * Begins a session: one statement in a known browser, a transaction if a mail is queued with it. @throws ChallengeExpiredError if another request ended the
 * challenge; InvalidCredentialsError if the user's sessions ended in the meantime (PWD-14)
 */
export async function startSession(context: EntryContext, start: SessionStart): Promise<Entry> {
  const { database, mail } = context;
  const { userId, visit, facts, isSetup, returnUrl } = start;
  const { companyId } = facts;
  const id = newSecret();
  const marker = newSecret();
  const browserToken = visit.browserToken ?? newSecret();
  const session = createNewSession(context, start, { id, marker, browserToken });
  const isNew = facts.hasHistory && (!facts.isKnownBrowser || !facts.isKnownNetwork);
  const refused = () => (start.challengeIdHash ? new ChallengeExpiredError() : new InvalidCredentialsError());
  if (!isNew && !start.inSameTransaction) {
    if (!(await beginSession(database, session))) throw refused();
  } else
    await retryOnConflict(() =>
      database.transaction(async (transaction) => {
        const begun = await beginSessionIn(transaction, session);
        if (!begun) throw refused();
        const { public_id: sessionPublicId, browser_id: browserId } = begun;
        if (isNew)
          await mailNewDeviceNotice(mail, transaction, { userId, companyId, sessionPublicId, browserId, visit });
        await start.inSameTransaction?.(transaction);
      }),
    );
  const redirectUrl = isSetup ? setupPage(returnUrl) : returnUrl;
  return { kind: 'session', id, marker, browserToken, redirectUrl, isSetup };
}

/** The page to set up a required second factor. @param returnUrl the page to open afterwards */
export function setupPage(returnUrl: string): string {
  return returnUrl === '/' ? paths.configureMfa : `${paths.configureMfa}?ReturnUrl=${encodeURIComponent(returnUrl)}`;
}

/** The row of a session to begin. @param made the values of its cookies */
export function createNewSession(
  { audit }: EntryContext,
  start: SessionStart,
  made: { id: string; marker: string; browserToken: string },
): NewSession {
  const { visit, userId, facts, proofs } = start;
  const { address, requestId, userAgent } = visit.origin;
  const detail = { proofs: proofs.join(' ') };
  return {
    idHash: hashSecret(made.id),
    formerIdHashes: visit.formerId === null ? [] : [hashSecret(visit.formerId), parkedSessionHash(visit.formerId)],
    challengeIdHash: start.challengeIdHash ?? null,
    sessionsEndedAt: facts.sessionsEndedAt,
    userId,
    marker: made.marker,
    lifeSeconds: maxSessionSeconds,
    address,
    userAgent: userAgent.slice(0, 300),
    locale: visit.locale,
    proofs,
    confirmedAt: start.confirmedAt ?? null,
    isSetup: start.isSetup,
    isRemembered: start.rememberMe,
    browserTokenHash: hashSecret(made.browserToken),
    rememberDays: start.rememberBrowser ? retention.rememberedBrowser.value : null,
    audit: audit.createInsertion({
      kind: 'signIn',
      accountId: facts.accountId,
      userId,
      realUserId: userId,
      detail: proofs.length === 1 && proofs[0] === 'password' ? {} : detail,
      address,
      requestId,
    }),
    refund: start.refund,
  };
}

/** Proofs that an account with required single sign-on still accepts (SSO-30). */
const alwaysOpenProofs: ReadonlySet<Proof> = new Set(['sso', 'breakGlass']);

/** The redirect for a proof that the account's required single sign-on excludes (SSO-30); undefined if the proof is accepted. */
export async function requiredProviderRedirect(
  { safeReturnUrl }: Pick<EntryContext, 'safeReturnUrl'>,
  { proof, returnUrl }: Pick<EntryRequest, 'proof' | 'returnUrl'>,
  { requiredSignOn }: EntryFacts,
): Promise<Entry | undefined> {
  if (requiredSignOn === null || alwaysOpenProofs.has(proof)) return undefined;
  return { kind: 'elsewhere', redirectUrl: signOnPage(requiredSignOn, { ReturnUrl: await safeReturnUrl(returnUrl) }) };
}

/**
 * An account's own sign-in page.
 * @param key of the account
 * @param parameters of the address; empty values, and a return to the home page, are left out
 */
export function signOnPage(
  key: string,
  parameters: Readonly<Partial<Record<'ReturnUrl' | 'login_hint' | 'provider' | 'form' | 'again', string | undefined>>>,
): string {
  const given = Object.entries(parameters).filter(([, value]) => value && value !== '/') as [string, string][];
  const search = new URLSearchParams(given).toString();
  return `/sso/${key}${search && `?${search}`}`;
}

/**
 * The redirect for a name whose mail domain requires single sign-on, regardless of the password and even if no user
 * has the name (SSO-31). Undefined for users of other accounts, and without a query if the user's account does not
 * require single sign-on.
 */
export async function providerRedirectByDomain(
  context: Pick<EntryContext, 'findRequiredSignOn' | 'safeReturnUrl'>,
  { name, returnUrl }: { readonly name: string; readonly returnUrl: string | undefined },
  user: { readonly accountId: number; readonly facts: EntryFacts } | undefined,
): Promise<Entry | undefined> {
  const domain = addressMailDomain(name);
  if (domain === undefined || (user && user.facts.requiredSignOn === null)) return undefined;
  const required = await context.findRequiredSignOn(domain);
  if (!required || (user && user.accountId !== required.accountId)) return undefined;
  const parameters = { ReturnUrl: await context.safeReturnUrl(returnUrl), login_hint: name };
  return { kind: 'elsewhere', redirectUrl: signOnPage(required.key, parameters) };
}

/** The mail domain of an address in lower case; undefined if the name is not an address. */
export function addressMailDomain(name: string): string | undefined {
  return /^[^@\s]+@([^@\s]{3,253})$/.exec(name)?.[1]?.toLowerCase();
}
