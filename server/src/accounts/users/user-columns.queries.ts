import { sql } from 'drizzle-orm';
import { users } from '../../core/db/schema/users.gen.ts';

/** All names of a user in one lower-case text, which has a trigram index. */
export const searchableNames = sql`lower(${users.login} || ' ' || ${users.email} || ' ' || ${users.firstName} || ' ' || ${users.lastName})`;

/** First and last name, or the login if both are empty. */
export const displayName = sql<string>`coalesce(nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''), ${users.login})`;

/** Whether a user can sign in and stay signed in: neither deactivated nor expired (USR-5, USR-23). */
export const hasAccess = sql<boolean>`user_has_access(${users})`;
