import { type Queryable, retryOnConflict } from '../../core/db/database.ts';
import { hashSecret, newSecret } from '../../core/secrets.ts';
import type { Entry, EntryContext, Visit } from './entry.context.ts';
import { beginSessionIn, selectEntryFactsIn } from './entry.queries.ts';
import { createNewSession } from './entry.ts';
import { mailNewDeviceNotice } from './new-device.ts';
import { AccountDisabledError, InvalidCredentialsError } from './session.errors.ts';

/** A user who is vouched for by an identity provider of their account, or by its break-glass code. */
export interface VouchedEntry {
  readonly visit: Visit;
  /** The proof that the session records. */
  readonly proof: 'sso' | 'breakGlass';
  /** When the user gave a password or a passkey (CON-1); null for now. */
  readonly confirmedAt: Date | null;
  /** As the browser sent it. */
  readonly returnUrl: string | null | undefined;
  /** Finds or creates the user. @returns the user's id */
  readonly identify: (transaction: Queryable) => Promise<number>;
  /** Runs in the session's transaction with its public id. */
  readonly onBegun: (transaction: Queryable, sessionPublicId: string) => Promise<void>;
}

/**
 * Begins a session that counts as both factors, in one transaction with finding or creating the user (SSO-27, SSO-25). @throws InvalidCredentialsError for a
 * user who is inactive or gone; AccountDisabledError (SSO-35)
 */
export async function beginVouchedSession(
  context: EntryContext,
  { visit, proof, confirmedAt, returnUrl, ...callbacks }: VouchedEntry,
): Promise<Entry> {
  const wanted = await context.safeReturnUrl(returnUrl);
  const [id, marker, browserToken] = [newSecret(), newSecret(), visit.browserToken ?? newSecret()];
  return retryOnConflict(() =>
    context.database.transaction(async (transaction) => {
      const userId = await callbacks.identify(transaction);
      const tokenHash = visit.browserToken === null ? null : hashSecret(visit.browserToken);
      const facts = await selectEntryFactsIn(transaction, { userId, tokenHash, address: visit.origin.address });
      if (!facts) throw new InvalidCredentialsError();
      if (facts.isAccountDisabled) throw new AccountDisabledError();
      const start = {
        visit,
        userId,
        facts,
        proofs: [proof],
        confirmedAt,
        rememberMe: false,
        returnUrl: wanted,
        isSetup: false,
      } as const;
      const begun = await beginSessionIn(transaction, createNewSession(context, start, { id, marker, browserToken }));
      if (!begun) throw new InvalidCredentialsError();
      const { public_id: sessionPublicId, browser_id: browserId } = begun;
      if (facts.hasHistory && (!facts.isKnownBrowser || !facts.isKnownNetwork))
        await mailNewDeviceNotice(context.mail, transaction, {
          userId,
          companyId: facts.companyId,
          sessionPublicId,
          browserId,
          visit,
        });
      await callbacks.onBegun(transaction, sessionPublicId);
      return { kind: 'session', id, marker, browserToken, redirectUrl: wanted, isSetup: false };
    }),
  );
}
