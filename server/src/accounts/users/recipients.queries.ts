import type { Locale } from '@portico/contract';
import { and, eq, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { users } from '../../core/db/schema/users.gen.ts';
import { hasAccess } from './user-columns.queries.ts';

/** A user as mail addresses them. */
export interface Recipient {
  readonly id: number;
  readonly accountId: number;
  readonly login: string;
  readonly email: string;
  readonly name: string;
  /** Null until it was chosen. */
  readonly locale: Locale | null;
  readonly isOwner: boolean;
}

const columns = {
  id: users.id,
  accountId: users.accountId,
  login: users.login,
  email: users.email,
  name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`,
  locale: sql<Locale | null>`${users.locale}`,
  isOwner: users.isOwner,
};

/** The user to whom a mail goes. Undefined for one who is gone. */
export async function findRecipient(on: Queryable, userId: number): Promise<Recipient | undefined> {
  const [found] = await on.select(columns).from(users).where(eq(users.id, userId));
  return found;
}

/** The account's owner. Undefined for an account that is gone. */
export async function findOwnerRecipient(on: Queryable, accountId: number): Promise<Recipient | undefined> {
  const [found] = await on
    .select(columns)
    .from(users)
    .where(and(eq(users.accountId, accountId), users.isOwner));
  return found;
}

/** An account has mails sent to so many of its admins. */
const maxAdmins = 100;

/** The active owner and admins of an account, to whom mail about its safety goes. */
export function listAdminRecipients(on: Queryable, accountId: number): Promise<Recipient[]> {
  return on
    .select(columns)
    .from(users)
    .where(and(eq(users.accountId, accountId), hasAccess, or(users.isOwner, users.isAdmin)))
    .orderBy(users.id)
    .limit(maxAdmins);
}

/** The time zone that the user with an address has chosen, an IANA name. Null where none was chosen, and for other people's addresses. */
export async function findTimeZone(on: Queryable, email: string): Promise<string | null> {
  const [found] = await on
    .select({ timeZone: users.timeZone })
    .from(users)
    .where(sql`lower(${users.email}) = lower(${email})`);
  return found?.timeZone ?? null;
}
