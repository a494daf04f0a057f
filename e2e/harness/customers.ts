import { randomBytes } from 'node:crypto';
import { createAccount, createUser } from '../../server/src/accounts/index.ts';
import { openDatabase } from '../../server/src/core/db/database.ts';
import { secrets } from './secrets.ts';

export interface Customer {
  readonly email: string;
  readonly password: string;
  readonly accountId: number;
}

/** Creates an account without purchases, and its owner. */
export async function createCustomer(databaseUrl: string): Promise<Customer> {
  const database = openDatabase(databaseUrl, 2, () => {});
  try {
    const name = `story-${randomBytes(4).toString('hex')}`;
    const password = `Harbor-${randomBytes(6).toString('hex')}-42`;
    secrets.add(password);
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

/** Creates a user who is not an admin and sees the account's licenses. */
export async function createMember(databaseUrl: string, { accountId }: Customer): Promise<Customer> {
  const database = openDatabase(databaseUrl, 2, () => {});
  try {
    const password = `Harbor-${randomBytes(6).toString('hex')}-42`;
    secrets.add(password);
    const email = `member-${randomBytes(4).toString('hex')}@story.example`;
    await createUser(database, {
      accountId,
      login: email,
      email,
      password,
      firstName: 'Robin',
      features: ['customerAdmin'],
    });
    return { email, password, accountId };
  } finally {
    await database.close();
  }
}

/** Creates another operator besides the demo's. */
export async function createOperator(databaseUrl: string): Promise<Customer> {
  const database = openDatabase(databaseUrl, 2, () => {});
  try {
    const { rows } = await database.pool.query<{ id: number }>(
      'select account_id::int as id from users where is_operator limit 1',
    );
    const accountId = rows[0]?.id ?? 0;
    const password = `Harbor-${randomBytes(6).toString('hex')}-42`;
    secrets.add(password);
    const email = `staff-${randomBytes(4).toString('hex')}@portico.example`;
    const person = { accountId, login: email, email, password, firstName: 'Sam', lastName: 'Reed' };
    await createUser(database, { ...person, isOperator: true, isOwner: false });
    return { email, password, accountId };
  } finally {
    await database.close();
  }
}

/** Resets all limits, so that further codes can be sent at once. */
export async function resetLimits(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl, 1, () => {});
  try {
    await database.pool.query('delete from rate_limits');
  } finally {
    await database.close();
  }
}

/** Removes a user's password, as if they signed in by other means. @returns a function that restores it */
export async function removePassword(databaseUrl: string, { email }: Customer): Promise<() => Promise<void>> {
  const write = async (hash: string | null) => {
    const database = openDatabase(databaseUrl, 1, () => {});
    try {
      const { rows } = await database.pool.query<{ password_hash: string }>(
        `with former as (select id, password_hash from users where email = $1)
         update users u set password_hash = $2 from former where u.id = former.id returning former.password_hash`,
        [email, hash],
      );
      return rows[0]?.password_hash ?? null;
    } finally {
      await database.close();
    }
  };
  const former = await write(null);
  return async () => void (await write(former));
}

/** Makes everybody confirm the password again, without waiting ten minutes. */
export async function expireConfirmations(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl, 1, () => {});
  try {
    await database.pool.query("update sessions set confirmed_at = now() - interval '1 hour'");
  } finally {
    await database.close();
  }
}
