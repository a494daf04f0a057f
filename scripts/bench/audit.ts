import pg from 'pg';
import { answerTimes, isServed } from './answer-times.ts';
import type { PeoplePortal } from './people-portal.ts';
import type { Row } from './row.ts';

/** The number of all events; one in `shareOfAcme` of them is the account's. */
const events = { all: 10_000_000, shareOfAcme: 10 } as const;
/** Rows per statement, so that a killed run has little to roll back. */
const atOnce = 500_000;
/** Number of days for which the portal keeps the log. */
const days = 400;

const list = '/api/Audit/List?pageSize=20';

/**
 * Pages of an audit log with 10,000,000 events, a tenth of them the account's: the first page, the last listed page,
 * and filtered pages.
 */
export async function measureAudit(portal: PeoplePortal): Promise<Row[]> {
  const { server, cookies, databaseUrl } = portal;
  if (!(await isServed(server.url, list, cookies.acme, 'audit log'))) return [];
  const { userId, operatorId } = await insertEvents(databaseUrl);
  const of = (...paths: string[]) => ({ url: server.url, cookie: cookies.acme, paths });
  const from = new Date(Date.now() - 200 * 86_400_000).toISOString();
  const to = new Date(Date.now() - 170 * 86_400_000).toISOString();
  const aim = { atMost: 30 } as const;
  return [
    await answerTimes('audit log of 10,000,000 events', of(list), aim),
    await answerTimes('audit log, last page', of(`${list}&page=500`), aim),
    await answerTimes('audit log by time', of(`${list}&from=${from}&to=${to}`), aim),
    await answerTimes(
      'audit log by user and by kind',
      of(`${list}&userId=${userId}`, `${list}&userId=${operatorId}`, `${list}&group=refusals`, `${list}&group=acting`),
      aim,
    ),
  ];
}

/**
 * Events of 400 days as the portal would write them: of many kinds and users, and some by an operator acting as a user.
 */
async function insertEvents(databaseUrl: string): Promise<{ userId: number; operatorId: number }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ account: number; owner: number; operator: number; others: number[] }>(
      `select u.account_id::int as account, u.id::int as owner, (select id::int from users where is_operator limit 1) as operator,
              (select array_agg(id::int) from accounts where id <> u.account_id) as others
       from users u where u.email = 'owner@acme.example'`,
    );
    const { account, owner, operator, others } = rows[0] as (typeof rows)[number];
    for (let from = 1; from <= events.all; from += atOnce) {
      await client.query(
        `insert into audit_events (at, account_id, user_id, real_user_id, kind, detail, address, request_id)
         select now() - ($1::int - n) * ($2::int * interval '1 day' / $1::int),
                case when n % $3::int = 0 then $4::bigint else ($5::bigint[])[1 + n % cardinality($5::bigint[])] end,
                $6::bigint + n / $3::int % 500,
                case when n % 1000 = 0 then $7::bigint else $6::bigint + n / $3::int % 500 end,
                (array['signIn', 'signOut', 'userChanged', 'purchaseSucceeded', 'deviceAdded', 'forbidden', 'profileChanged', 'invoiceCollected',
                       'confirmed', 'actingStarted'])[1 + n / 7 % 10],
                case when n % 1000 = 0 then '{"actingReason":"Ticket 4711: the invoice of May cannot be opened"}'::jsonb else '{}' end,
                '203.0.113.7', md5(n::text)
         from generate_series($8::int, $8::int + $9::int - 1) n`,
        [events.all, days, events.shareOfAcme, account, others, owner, operator, from, atOnce],
      );
    }
    await client.query('vacuum analyze audit_events');
    return { userId: owner + 7, operatorId: operator };
  } finally {
    await client.end();
  }
}
