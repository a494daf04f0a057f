import type { Locale } from '@portico/contract';
import { and, eq, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { users } from '../../core/db/schema/users.gen.ts';
import { hasAccess, mailLocale } from './user-columns.queries.ts';

/** A user as an addressee of mail. */
export interface Recipient {
  readonly id: number;
  readonly accountId: number;
  readonly login: string;
  readonly email: string;
  readonly name: string;
  /** Null before the first sign-in, unless one was chosen. */
  readonly locale: Locale | null;
  readonly isOwner: boolean;
}

const columns = {
  id: users.id,
  accountId: users.accountId,
  login: users.login,
  email: users.email,
  name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`,
  locale: mailLocale,
  isOwner: users.isOwner,
};

/** Undefined for a deleted user. */
export async function findRecipient(on: Queryable, userId: number): Promise<Recipient | undefined> {
  const [found] = await on.select(columns).from(users).where(eq(users.id, userId));
  return found;
}

/** The account's owner. Undefined for a deleted account. */
export async function findOwnerRecipient(on: Queryable, accountId: number): Promise<Recipient | undefined> {
  const [found] = await on
    .select(columns)
    .from(users)
    .where(and(eq(users.accountId, accountId), users.isOwner));
  return found;
}

/** Whether an active user of the account proved that an address is theirs (USR-31). */
export async function isProvedAddress(on: Queryable, accountId: number, email: string): Promise<boolean> {
  const isTheirs = sql`${users.emailKey} = comparison_key(${email}) and ${users.emailProvedAt} is not null`;
  const found = await on
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.accountId, accountId), isTheirs, hasAccess));
  return found.length > 0;
}

/** Maximum admins of an account who get a mail. */
const maxAdmins = 100;

/** The active owner and admins of an account, who get mail about its security. */
export function listAdminRecipients(on: Queryable, accountId: number): Promise<Recipient[]> {
  return on
    .select(columns)
    .from(users)
    .where(and(eq(users.accountId, accountId), hasAccess, or(users.isOwner, users.isAdmin)))
    .orderBy(users.id)
    .limit(maxAdmins);
}

/** The active users whose login or address is in `names`, in any account. */
export function listRecipientsByName(on: Queryable, names: readonly string[]): Promise<Recipient[]> {
  const keys = sql`(select comparison_key(name) from unnest(${sql.param(names)}::text[]) as name)`;
  return on
    .select(columns)
    .from(users)
    .where(and(or(sql`${users.loginKey} in ${keys}`, sql`${users.emailKey} in ${keys}`), hasAccess));
}

/** The IANA time zone chosen by the user with this address. Null if none was chosen, and for addresses of non-users. */
export async function findTimeZone(on: Queryable, email: string): Promise<string | null> {
  const [found] = await on
    .select({ timeZone: users.timeZone })
    .from(users)
    .where(sql`${users.emailKey} = comparison_key(${email})`);
  return found?.timeZone ?? null;
}
