import { isYoungAccount } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { countAccountMails, findOftenMailed, type Mail } from '../../core/mail/index.ts';
import type { EntryPort } from '../ports.ts';
import { AddressInvitedOftenError, TooManyInvitationsError } from './profile.errors.ts';

const day = 24 * 60 * 60 * 1000;
const youngDays = 30;
/** Invitations that a young account that never paid may send in 24 hours. */
const youngQuota = 50;
/** How many invitations one counts as if the recipient's mail server refused it. Ten of them use up the quota. */
const refusedCost = 5;
/** Invitations that one address may get in 24 hours, from all accounts. */
const addressQuota = 5;

/** The dependencies of sending invitations. */
export interface InvitationContext extends Pick<EntryPort, 'hasPaid'> {
  readonly mail: Mail;
}

/**
 * Checks that an account may invite the addresses (LINK-11). The caller holds the lock of the account's roles,
 * so that invitations sent at the same time are counted. @throws TooManyInvitationsError; AddressInvitedOftenError
 */
export async function assertMayInvite(
  { hasPaid }: InvitationContext,
  transaction: Queryable,
  { accountId, emails }: { readonly accountId: number; readonly emails: readonly string[] },
): Promise<void> {
  const [often] = await findOftenMailed(transaction, 'invitation', emails, addressQuota);
  if (often !== undefined) throw new AddressInvitedOftenError(often, addressQuota);
  if (!(await isYoungAccount(transaction, accountId, youngDays)) || (await hasPaid(transaction, accountId))) return;
  const { total, failed, oldest } = await countAccountMails(transaction, accountId, 'invitation');
  const used = total + failed * (refusedCost - 1);
  if (used + emails.length > youngQuota)
    throw new TooManyInvitationsError(youngQuota, new Date((oldest ?? new Date()).getTime() + day));
}
