import { sql } from 'drizzle-orm';
import { readByCursor } from '../../core/db/cursor.ts';
import type { Database } from '../../core/db/database.ts';
import { users } from '../../core/db/schema/users.gen.ts';
import { type UserListOptions, userFilter, userOrder } from './users.queries.ts';

/** A user in the report. Times are in the database's format. */
export interface ReportedUser extends Record<string, unknown> {
  readonly id: number;
  readonly login: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string;
  readonly comments: string;
  readonly active: boolean;
  readonly read_only: boolean;
  readonly is_admin: boolean;
  readonly is_owner: boolean;
  readonly expires_at: Date | string | null;
  readonly last_login_at: Date | string | null;
}

/** Reads all users that the list would find, in its order, in batches. */
export function readUsers(
  database: Database,
  accountId: number,
  options: UserListOptions,
): AsyncGenerator<ReportedUser[]> {
  return readByCursor<ReportedUser>(
    database,
    sql`select id, login, email, first_name, last_name, phone, comments, active, read_only, is_admin, is_owner, expires_at, last_login_at
      from ${users} where ${userFilter(accountId, options)} order by ${sql.join(userOrder(options), sql`, `)}`,
  );
}
