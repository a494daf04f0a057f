import { deleteUnconfirmedAccount, findAccountBillingDetails, findUnconfirmedOwners } from '../../accounts/index.ts';
import { hasPaid } from '../../billing/index.ts';
import { enqueue } from '../../core/jobs/queue.ts';
import { endConfirmations, listDueRegistrations, recordReminder } from './registrations.queries.ts';
import { removalJob } from './settle.ts';
import type { SignUpContext } from './sign-up.context.ts';
import { remindToConfirm } from './welcome.ts';

/** Days between the reminder and the deletion, seven days after the sign-up. */
const daysAfterReminder = 5;

/**
 * Reminds owners who did not confirm their address for two days, and deletes their accounts after seven (SIGN-49).
 * Accounts that have paid stay, because nobody pays only to block an address.
 */
export async function followUnconfirmed(context: SignUpContext): Promise<void> {
  const { database } = context;
  const due = await listDueRegistrations(database.query);
  const owners = await findUnconfirmedOwners(
    database.query,
    due.flatMap(({ accountId }) => accountId ?? []),
  );
  const ended = due.filter(({ accountId }) => accountId === null || !owners.has(accountId));
  await endConfirmations(
    database.query,
    ended.map(({ id }) => id),
  );
  for (const { id, accountId, remindedAt } of due) {
    const userId = accountId === null ? undefined : owners.get(accountId);
    if (accountId === null || userId === undefined) continue;
    if (remindedAt) await deleteUnconfirmed(context, { id, accountId });
    else {
      await recordReminder(database.query, id, daysAfterReminder);
      await remindToConfirm(context, userId, daysAfterReminder);
    }
  }
}

async function deleteUnconfirmed(
  { database, audit }: SignUpContext,
  { id, accountId }: { readonly id: string; readonly accountId: number },
): Promise<void> {
  await database.transaction(async (transaction) => {
    await endConfirmations(transaction, [id]);
    const { customerId } = await findAccountBillingDetails(transaction, accountId);
    if (customerId && (await hasPaid(transaction, customerId))) return;
    // The owner may have confirmed the address in the meantime.
    if ((await findUnconfirmedOwners(transaction, [accountId], 'update')).size === 0) return;
    await deleteUnconfirmedAccount(transaction, accountId);
    if (customerId) await enqueue(transaction, removalJob, { customerId });
    await audit.record({ kind: 'registrationUnconfirmed', detail: { registrationId: id } }, transaction);
  });
}
