import pg from 'pg';
import { findDatabaseUrl, signIn } from './loaded-portal.ts';
import { prepareInstallation, type Server, startPortal } from './processes.ts';

/** Numbers of users: in all, in the account with the measured list, and in the account with the measured report. */
export const users = { all: 1_000_000, ofAcme: 10_000, ofGlobex: 100_000 } as const;
/** Number of users in each other account. */
const usersOfOthers = 10_000;

export interface PeoplePortal {
  readonly server: Server;
  readonly databaseUrl: string;
  /** Cookie headers of the owners of the accounts with 10,000 and 100,000 users, and of the operator. */
  readonly cookies: { readonly acme: string; readonly globex: string; readonly operator: string };
}

/** A running portal with 1,000,000 users. */
export async function startPeoplePortal(folder: string): Promise<PeoplePortal> {
  const installation = await prepareInstallation(folder, 'people');
  const first = await startPortal(installation);
  const client = new pg.Client({ connectionString: await findDatabaseUrl(installation) });
  await client.connect();
  try {
    await insertUsers(client);
    await client.query('vacuum analyze users');
  } finally {
    await client.end();
  }
  // A second process is measured, which has not created the demo data.
  await first.stop();
  const server = await startPortal(installation);
  return {
    server,
    databaseUrl: await findDatabaseUrl(installation),
    cookies: {
      acme: await signIn(server.url, 'owner@acme.example'),
      globex: await signIn(server.url, 'owner@globex.example'),
      operator: await signIn(server.url, 'operator@portico.example'),
    },
  };
}

async function insertUsers(client: pg.Client): Promise<void> {
  const others = (users.all - users.ofAcme - users.ofGlobex) / usersOfOthers;
  await client.query(
    `insert into accounts (company_id, name)
     select 1, initcap(substr(md5('account' || n), 1, 9)) || ' Identity ' || n from generate_series(1, $1::int) n`,
    [others],
  );
  const { rows } = await client.query<{ id: number }>(
    `select id::int from accounts where name like '% Identity %' order by id`,
  );
  await insertUsersOf(client, "(select account_id from users where email = 'owner@acme.example')", users.ofAcme);
  await insertUsersOf(client, "(select account_id from users where email = 'owner@globex.example')", users.ofGlobex);
  for (const { id } of rows) await insertUsersOf(client, String(id), usersOfOthers);
}

const firstNames = ['Marie', 'Avery', 'Noah', 'Zoé', 'Casey', 'Liam', 'Amélie', 'Omar', 'Ingrid', 'Chloe', 'Martin'];

/** Inserts users with realistic names, as the portal would have stored them. @param account SQL of its id */
async function insertUsersOf(client: pg.Client, account: string, count: number): Promise<void> {
  await client.query(
    `insert into users (account_id, login, email, first_name, last_name, phone, last_login_at)
     select account, name || '.' || n || '@a' || account || '.example', name || '.' || n || '@a' || account || '.example',
            ($2::text[])[1 + n % $3::int], initcap(name), '+1 555 ' || lpad((n % 10000)::text, 4, '0'), now() - n * interval '1 minute'
     from (select ${account} as account) given, generate_series(1, $1::int) n,
          lateral (select substr(md5(account || ' ' || n), 1, 8) as name) named`,
    [count, firstNames, firstNames.length],
  );
}
