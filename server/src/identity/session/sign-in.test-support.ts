import { createUser } from '../../accounts/index.ts';
import type { Database } from '../../core/db/database.ts';

/** A user of Acme Security who has no password. @returns the email */
export async function createUserWithoutPassword(database: Database): Promise<string> {
  const email = 'sso@acme.example';
  await createUser(database, { accountId: 2, login: 'sso', email, firstName: 'S', password: null });
  return email;
}
