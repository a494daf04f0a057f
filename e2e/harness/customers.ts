import { randomBytes } from 'node:crypto';
import { openDatabase } from '../../server/src/db/database.ts';
import { createAccount } from '../../server/src/modules/accounts/index.ts';
import { createUser } from '../../server/src/modules/users/index.ts';

export interface Customer {
  readonly email: string;
  readonly password: string;
  readonly accountId: number;
}

const password = 'Portico-demo-1';

/** A new account with its owner, who has bought nothing yet. */
export async function createCustomer(databaseUrl: string): Promise<Customer> {
  const database = openDatabase(databaseUrl, 2, () => {});
  try {
    const name = `story-${randomBytes(4).toString('hex')}`;
    const email = `owner@${name}.example`;
    const accountId = await database.transaction((transaction) =>
      createAccount(transaction, { companyId: 1, name, features: ['customerAdmin', 'billing'] }),
    );
    await createUser(database, {
      accountId,
      login: email,
      email,
      password,
      firstName: 'Casey',
      lastName: 'Quinn',
      isOwner: true,
    });
    return { email, password, accountId };
  } finally {
    await database.close();
  }
}

/** Lets further codes be sent at once: the time between two of them is no part of a story. */
export async function forgetLimits(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl, 1, () => {});
  try {
    await database.pool.query('delete from rate_limits');
  } finally {
    await database.close();
  }
}
