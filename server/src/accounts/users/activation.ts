import type { Queryable } from '../../core/db/database.ts';
import type { Changes } from '../audit/changes.ts';
import { endLinks } from './changing-users.ts';
import type { Asking } from './users.context.ts';

/**
 * What follows when a user was activated or deactivated (USR-11, OPR-10). Who was deactivated loses sessions and waiting sign-ins, and what was mailed
 * opens nothing any more. The audit log has it.
 */
export async function followActivation(
  context: Pick<Asking, 'audit' | 'mail' | 'actor' | 'endSessionsOf'>,
  transaction: Queryable,
  userId: number,
  active: boolean,
): Promise<void> {
  const { audit, actor, endSessionsOf } = context;
  if (!active) {
    await endSessionsOf(transaction, { userId, forgetBrowsers: true });
    await endLinks(context, transaction, userId, 'resetPassword', 'invitation', 'confirmEmail');
  }
  const changes: Changes = { active: [!active, active] };
  const kind = active ? 'userActivated' : 'userDeactivated';
  await audit.record({ ...actor, kind, detail: { userId, changes } }, transaction);
}
