import { sql } from 'drizzle-orm';
import { users } from '../../core/db/schema/users.gen.ts';

/** All that names a user, in one text; an index has its trigrams. */
export const namesOfUser = sql`lower(${users.login} || ' ' || ${users.email} || ' ' || ${users.firstName} || ' ' || ${users.lastName})`;

/** First and last name; the login where there is neither. */
export const displayName = sql<string>`coalesce(nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''), ${users.login})`;
