import type { Queryable } from '../../core/db/database.ts';
import { findInvitation as findRow, listInvitations as listRows } from './links.queries.ts';
import { linkData } from './links.schema.ts';

/** An invitation that nobody has used. */
export interface InvitationRow {
  readonly userId: number;
  /** Null where nobody knows any more. */
  readonly invitedBy: number | null;
  readonly sentAt: Date;
  readonly expiresAt: Date;
  readonly isExpired: boolean;
}

/** A page of an account's invitations that nobody used, the newest first, with expired ones. */
export async function listInvitations(
  on: Queryable,
  accountId: number,
  options: { readonly page: number; readonly pageSize: number },
): Promise<{ items: InvitationRow[]; total: number }> {
  const { items, total } = await listRows(on, accountId, options);
  return { items: items.map(toInvitation), total };
}

/** A user's invitation that was not used, also an expired one. Undefined for another account's. */
export async function findInvitation(
  on: Queryable,
  accountId: number,
  userId: number,
): Promise<InvitationRow | undefined> {
  const row = await findRow(on, accountId, userId);
  return row && toInvitation(row);
}

function toInvitation({ data, ...row }: Omit<InvitationRow, 'invitedBy'> & { data: unknown }): InvitationRow {
  return { ...row, invitedBy: linkData.invitation.parse(data).invitedBy };
}
