import type { Queryable } from '../../core/db/database.ts';
import { findInvitation as findRow, listInvitations as listRows } from './links.queries.ts';
import { linkData } from './links.schema.ts';

/** An unused invitation. */
export interface InvitationRow {
  readonly userId: number;
  /** Null if it is no longer known. */
  readonly invitedBy: number | null;
  readonly sentAt: Date;
  readonly expiresAt: Date;
  readonly isExpired: boolean;
}

/** A page of an account's unused invitations, newest first, including expired ones. */
export async function listInvitations(
  on: Queryable,
  accountId: number,
  options: { readonly page: number; readonly pageSize: number },
): Promise<{ items: InvitationRow[]; total: number }> {
  const { items, total } = await listRows(on, accountId, options);
  return { items: items.map(toInvitation), total };
}

/** A user's unused invitation, even if expired. Undefined for another account's. */
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
