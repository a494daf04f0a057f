import { createHash, randomBytes } from 'node:crypto';
import { findEmbeddedPostgres } from '@portico/postgres';
import pg from 'pg';
import { Authenticator } from '../../e2e/harness/authenticator.ts';
import { seal } from '../../server/src/core/secrets.ts';
import { load } from './load.ts';
import { visit } from './loaded-portal.ts';
import { prepareInstallation, processorTime, startPortal } from './processes.ts';
import { median, type Row } from './row.ts';

const rounds = 3;
const seconds = 5;
/** Number of waiting sign-ins per round. An authenticator's code works once, so each person has one try. */
const people = 6_000;
/** The secret of every authenticator, in base 32 and in raw form. */
const sharedKey = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const secret = Buffer.from('48656c6c6f21deadbeef48656c6c6f21deadbeef', 'hex');
const browserToken = 'b'.repeat(43);
const hashOf = (value: string) => createHash('sha256').update(value).digest();
const addressOf = (person: number) => `10.${person >> 16}.${(person >> 8) & 255}.${person & 255}`;

/**
 * Sign-ins that wait for an authenticator's code and become sessions. Passwords were checked before, so Argon2id is not
 * included.
 */
export async function measureSecondStep(folder: string): Promise<Row[]> {
  const appSecret = randomBytes(32).toString('base64url');
  const settings = { TRUSTED_PROXIES: '127.0.0.1', APP_SECRET: appSecret };
  const installation = await prepareInstallation(folder, 'second-step', settings);
  const portal = await startPortal(installation);
  const databaseUrl = await findEmbeddedPostgres(installation.env.DATA_DIR ?? '');
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const ids = await insertPeople(client, appSecret);
    const rates: number[] = [];
    const processor: number[] = [];
    // The first round is not counted, because a portal under such a load has compiled its code long before.
    for (let round = 0; round <= rounds; round += 1) {
      const challenges = await beginSignIns(client, ids);
      const before = processorTime(portal.pid);
      const rate = await submitCodes(portal.url, challenges);
      if (round === 0) continue;
      rates.push(rate);
      processor.push((processorTime(portal.pid) - before) / (rate * seconds));
    }
    return [
      { figure: 'second steps', ours: median(rates), unit: 'a second', aim: { atLeast: 300 } },
      { figure: "a second step's processor time in the portal", ours: median(processor), unit: 'ms', aim: 'none' },
    ];
  } finally {
    await client.end();
    await portal.stop();
  }
}

/** Inserts people with an authenticator, a known browser and a known network. @returns their ids */
async function insertPeople(client: pg.Client, appSecret: string): Promise<string[]> {
  const { rows } = await client.query<{ id: number }>(
    `insert into users (account_id, login, email, first_name)
     select account_id, 'step-' || n || '@acme.example', 'step-' || n || '@acme.example', 'Person'
     from users, generate_series(0, $1::int - 1) n where email = 'owner@acme.example' returning id`,
    [people],
  );
  const ids = rows.map(({ id }) => String(id));
  const sealed = ids.map((id) => seal(appSecret, { purpose: 'authenticator', owner: id }, secret));
  await client.query(
    `insert into second_factors (user_id, method, secret)
     select id, 'Authenticator', secret from unnest($1::bigint[], $2::bytea[]) as made (id, secret)`,
    [ids, sealed],
  );
  await client.query(`insert into known_browsers (user_id, token_hash) select id, $2 from unnest($1::bigint[]) id`, [
    ids,
    hashOf(browserToken),
  ]);
  await client.query(
    `insert into known_networks (user_id, network)
     select id, network(set_masklen(address, 24)) from unnest($1::bigint[], $2::inet[]) as made (id, address)`,
    [ids, ids.map((_, person) => addressOf(person))],
  );
  await client.query('vacuum analyze');
  return ids;
}

/** Inserts a sign-in of each person that waits for a code. @returns the cookies' values */
async function beginSignIns(client: pg.Client, ids: readonly string[]): Promise<string[]> {
  const challenges = ids.map(() => randomBytes(32).toString('base64url'));
  await client.query('update second_factors set last_step = null');
  await client.query('delete from sign_in_challenges');
  await client.query('delete from sessions');
  await client.query(
    `insert into sign_in_challenges (id_hash, user_id, proof, expires_at)
     select hash, id, 'password', now() + interval '10 minutes' from unnest($1::bytea[], $2::bigint[]) as made (hash, id)`,
    [challenges.map(hashOf), ids],
  );
  await client.query('vacuum analyze second_factors, sign_in_challenges, sessions, rate_limits');
  return challenges;
}

/** Sends each person's code from their own address. @returns sessions a second */
async function submitCodes(url: string, challenges: readonly string[]): Promise<number> {
  const { cookie: visitor, token } = await visit(url);
  const code = await new Authenticator(sharedKey).next();
  let next = 0;
  const { rate } = await load(
    {
      url: `${url}/LoginWithMFA?handler=Verify`,
      requests: [
        {
          method: 'POST',
          setupRequest: (request) => {
            const person = next;
            next += 1;
            return {
              ...request,
              headers: {
                ...request.headers,
                'content-type': 'application/json',
                'x-forwarded-for': addressOf(person),
                requestverificationtoken: token,
                cookie: `${visitor}; portico_browser=${browserToken}; portico_challenge=${challenges[person]}`,
              },
              body: JSON.stringify({ code, method: 'Authenticator' }),
            };
          },
        },
      ],
    },
    seconds,
  );
  return rate;
}
