import { openDatabase } from '../../server/src/core/db/database.ts';
import { ApiClient } from './api-client.ts';
import type { Customer } from './customers.ts';
import { databaseUrl, type Portal } from './portal.ts';

/** The user id of a customer's owner. */
export async function findUserId(portal: Portal, { email, password }: Customer): Promise<number> {
  const client = await ApiClient.signIn(portal.url, email, password);
  return (await client.call<{ id: number }>('GET', '/api/User/Current')).id;
}

/** Ends the time for which an operator may act as a user. */
export async function expireActing(portal: Portal, userId: number): Promise<void> {
  const database = openDatabase(databaseUrl(portal.dataDir), 1, () => {});
  try {
    await database.pool.query('update sessions set acting_until = now() where user_id = $1 and acting_until > now()', [
      userId,
    ]);
  } finally {
    await database.close();
  }
}
