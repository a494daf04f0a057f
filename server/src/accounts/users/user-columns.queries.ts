import type { Locale } from '@portico/contract';
import { sql } from 'drizzle-orm';
import { users } from '../../core/db/schema/users.gen.ts';

/** The search key of all names of a user, which has a trigram index. */
export const searchableNames = sql`search_key(${users.login} || ' ' || ${users.email} || ' ' || ${users.firstName} || ' ' || ${users.lastName})`;

/** First and last name, or the login if both are empty. */
export const displayName = sql<string>`coalesce(nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''), ${users.login})`;

/** Whether a user can sign in and stay signed in: neither deactivated nor expired (USR-5, USR-23). */
export const hasAccess = sql<boolean>`user_has_access(${users})`;

/** The language of a user's mail: the one that the user chose, otherwise that of the browser's latest sign-in (MAIL-11). */
export const mailLocale = sql<Locale | null>`coalesce(${users.locale}, ${users.browserLocale})`;
