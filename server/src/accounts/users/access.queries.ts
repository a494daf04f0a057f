import { sql } from 'drizzle-orm';
import { users } from '../../core/db/schema/users.gen.ts';

/** Whether a user can sign in and stay signed in: neither deactivated nor expired (USR-5, USR-23). */
export const hasAccess = sql<boolean>`user_has_access(${users})`;
