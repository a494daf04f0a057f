import { isYoungAccount } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { countAccountMails, type Mail } from '../../core/mail/index.ts';
import type { EntryPort } from '../ports.ts';
import { TooManyInvitationsError } from './profile.errors.ts';

const day = 24 * 60 * 60 * 1000;
const youngDays = 30;
/** Invitations that a young account that never paid may send in 24 hours. */
const youngQuota = 50;
/** How many invitations one counts as if the recipient's mail server refused it. Ten of them use up the quota. */
const refusedCost = 5;

/** What sending invitations needs. */
export interface InvitationContext extends Pick<EntryPort, 'hasPaid'> {
  readonly mail: Mail;
}

/**
 * Checks that an account may send `count` more invitations (LINK-11). The caller holds the lock of the account's roles,
 * so that invitations sent at the same time are counted. @throws TooManyInvitationsError
 */
export async function assertMayInvite(
  { hasPaid }: InvitationContext,
  transaction: Queryable,
  { accountId, count }: { readonly accountId: number; readonly count: number },
): Promise<void> {
  if (!(await isYoungAccount(transaction, accountId, youngDays)) || (await hasPaid(transaction, accountId))) return;
  const { total, failed, oldest } = await countAccountMails(transaction, accountId, 'invitation');
  const used = total + failed * (refusedCost - 1);
  if (used + count > youngQuota)
    throw new TooManyInvitationsError(youngQuota, new Date((oldest ?? new Date()).getTime() + day));
}
