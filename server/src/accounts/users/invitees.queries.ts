import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { users } from '../../core/db/schema/users.gen.ts';

/** The fields of a user that an invitation needs. */
export type Invitee = Awaited<ReturnType<typeof listInvitees>>[number];

/** The given users, without those of other accounts. */
export function listInvitees(on: Queryable, accountId: number, ids: readonly number[]) {
  return on
    .select({
      id: users.id,
      login: users.login,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      active: users.active,
      isOwner: users.isOwner,
      isOperator: users.isOperator,
      hasPassword: isNotNull(users.passwordHash).mapWith(Boolean),
    })
    .from(users)
    .where(and(eq(users.accountId, accountId), inArray(users.id, [...ids])));
}

/** @returns false, and changes nothing, for the owner and for a user who has a password or has signed in */
export async function updateInviteeToInactive(
  transaction: Queryable,
  accountId: number,
  userId: number,
): Promise<boolean> {
  const { rowCount } = await transaction
    .update(users)
    .set({ active: false })
    .where(
      and(
        eq(users.accountId, accountId),
        eq(users.id, userId),
        isNull(users.passwordHash),
        isNull(users.lastLoginAt),
        eq(users.isOwner, false),
      ),
    );
  return (rowCount ?? 0) > 0;
}
