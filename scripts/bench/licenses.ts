import pg from 'pg';
import { type Load, load } from './load.ts';
import type { LoadedPortal } from './loaded-portal.ts';
import { startBareList } from './loaded-portal.ts';
import { freePort } from './processes.ts';
import { median, type Row } from './row.ts';

const lists = [
  { name: 'orders', path: '/api/Orders/List?pageSize=20' },
  { name: 'licenses', path: '/api/Licenses/List?pageSize=20' },
  { name: 'devices', path: '/api/HardwareId?pageSize=20' },
] as const;
/**
 * An even number, because the two accounts swap their order in every second round: the portal is warmer for the
 * second account.
 */
const rounds = 4;
const seconds = 4;

/** Licenses of each account, with ten devices each. The rest of a hundred thousand belongs to a third account. */
const many = 10_000;
const few = 1_000;
const all = 100_000;

/**
 * The lists of orders, licenses and devices with 100,000 licenses and 1,000,000 devices in the database: for accounts
 * with 100,000 and 10,000 devices, and the baseline. A list that the portal does not have is skipped with a message.
 */
export async function measureLicenses(folder: string, portal: LoadedPortal): Promise<Row[]> {
  await insertLicenses(portal.databaseUrl);
  const bare = await startBareList(folder, portal.databaseUrl, await freePort(), 'devices');
  try {
    const rows: Row[] = [];
    for (const list of lists) {
      const { hundredThousand } = portal.cookies;
      const probe = await fetch(`${portal.server.url}${list.path}`, { headers: { cookie: hundredThousand } });
      if (probe.status === 404) {
        console.log(`The portal has no list of ${list.name}.`);
        continue;
      }
      rows.push(...(await measureOne(list, portal, bare.url)));
    }
    return rows;
  } finally {
    await bare.stop();
  }
}

async function measureOne(
  { name, path }: (typeof lists)[number],
  { server, cookies }: LoadedPortal,
  bareUrl: string,
): Promise<Row[]> {
  const ask = (url: string, cookie: string, duration: number) =>
    load({ url: `${url}${path}`, headers: { cookie } }, duration);
  await expectSame(name, bareUrl, server.url, { path, cookie: cookies.hundredThousand });
  const [ours, fewer, limit]: [Load[], Load[], Load[]] = [[], [], []];
  for (const url of [bareUrl, server.url]) await ask(url, cookies.hundredThousand, 3);
  for (let round = 0; round < rounds; round += 1) {
    limit.push(await ask(bareUrl, cookies.hundredThousand, seconds));
    const turns = [
      async () => ours.push(await ask(server.url, cookies.hundredThousand, seconds)),
      async () => fewer.push(await ask(server.url, cookies.tenThousand, seconds)),
    ];
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
  }
  const rate = (loads: Load[]) => median(loads.map((one) => one.rate));
  const p99 = (loads: Load[]) => median(loads.map((one) => one.p99));
  const [more, less] = name === 'devices' ? ['100,000', '10,000'] : ['10,000', '1,000'];
  return [
    { figure: `${name}, ${more}`, ours: rate(ours), limit: rate(limit), unit: 'requests/s', aim: { share: 0.6 } },
    { figure: `${name}, 99 of 100 within`, ours: p99(ours), limit: p99(limit), unit: 'ms', aim: { atMost: 15 } },
    {
      figure: `${name}, ${more} against ${less}`,
      ours: rate(ours),
      limit: rate(fewer),
      unit: 'requests/s',
      aim: { share: 0.95 },
    },
  ];
}

/** Checks that both show the same rows. @throws if they do not */
async function expectSame(
  name: string,
  bareUrl: string,
  portalUrl: string,
  { path, cookie }: { path: string; cookie: string },
): Promise<void> {
  const idsAt = async (url: string) => {
    const answer = await fetch(`${url}${path}`, { headers: { cookie } });
    const { items } = (await answer.json()) as { items: { id: number }[] };
    return items.map(({ id }) => id).join();
  };
  const [bare, ours] = [await idsAt(bareUrl), await idsAt(portalUrl)];
  if (bare !== ours) throw new Error(`the baseline lists different ${name}: ${bare} instead of ${ours}`);
}

async function insertLicenses(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: number }>(
      `insert into accounts (company_id, name) select company_id, 'Initech' from accounts limit 1 returning id::int`,
    );
    await insertForAccount(client, 'owner@acme.example', many);
    await insertForAccount(client, 'owner@globex.example', few);
    await insertRows(client, rows[0]?.id as number, all - many - few);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

async function insertForAccount(client: pg.Client, owner: string, count: number): Promise<void> {
  const { rows } = await client.query<{ id: number }>('select account_id::int as id from users where email = $1', [
    owner,
  ]);
  await insertRows(client, rows[0]?.id as number, count);
}

/** Inserts licenses with an order and ten devices each, as purchases and activations would have stored them. */
async function insertRows(client: pg.Client, accountId: number, count: number): Promise<void> {
  const number = `'B' || $1::bigint || '-' || n`;
  await client.query(
    `insert into orders (account_id, number, status, payment_status, ordered_at, license_model, device_quantity, price, currency)
     select $1, ${number}, 1, 1, now() - n * interval '5 minutes', 0, 10, 4900, 'usd' from generate_series(1, $2::int) n`,
    [accountId, count],
  );
  await client.query(
    `insert into order_products (order_id, product_id, plan_id, quantity, price)
     select id, 'desktop', 'desktop-basic', 10, 4900 from orders where account_id = $1 and number like 'B%'`,
    [accountId],
  );
  await client.query(
    `insert into licenses (account_id, order_id, number, serial_number, license_model, product_id, plan_id, status, trial, starts_at, quantity,
                           used_quantity, created_at)
     select account_id, id, number, md5(number), 0, 'desktop', 'desktop-basic', 1, false, ordered_at, 10, 10, ordered_at
     from orders where account_id = $1 and number like 'B%'`,
    [accountId],
  );
  await client.query('update orders set license_id = licenses.id from licenses where licenses.order_id = orders.id');
  await client.query(
    `insert into devices (account_id, license_id, name, hardware_id, ip_address, comment, status, assigned_at, place_since, first_seen_at,
                          last_activity_at)
     select account_id, id, 'Workstation ' || id || '-' || n, upper(md5(id || '-' || n)), '10.0.0.7', 'Reception, ground floor', 0,
            starts_at + n * interval '1 minute', starts_at + n * interval '1 minute', starts_at + interval '1 day', now() - n * interval '1 hour'
     from licenses, generate_series(1, 10) n where account_id = $1 and number like 'B%'`,
    [accountId],
  );
}
