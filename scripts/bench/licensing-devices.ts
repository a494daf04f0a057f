import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';

/** Devices in the database. A smaller number is for a quick look. */
const deviceCount = Number(process.env.BENCH_DEVICES ?? 1_000_000);
export const devicesEach = 100;
const licensesEach = 10;
const accounts = Math.max(1, Math.round(deviceCount / devicesEach / licensesEach));

const productId = 'veriscan-desktop';
const planId = 'veriscan-desktop-professional';

export interface License {
  readonly id: number;
  readonly token: string;
  readonly serialNumber: string;
}

/** A device on its license. */
export interface Device {
  readonly token: string;
  readonly serialNumber: string;
  readonly hardwareId: string;
}

/** Inserts accounts with a token and ten licenses each, and a hundred devices on each license. */
export async function insertDevices(client: pg.Client): Promise<License[]> {
  const tokens = new Map(
    Array.from({ length: accounts }, (_, index) => [`Bench ${index}`, `ptp_${randomBytes(16).toString('hex')}`]),
  );
  await client.query(
    `insert into accounts (company_id, name) select (select min(id) from companies), name from unnest($1::text[]) as name`,
    [[...tokens.keys()]],
  );
  await client.query(
    `insert into product_tokens (account_id, product_id, name, token_type, prefix, token_hash)
     select a.id, $3, 'Bench', 0, left(given.token, 10) || a.id, given.hash
     from unnest($1::text[], $2::text[], $4::bytea[]) as given (name, token, hash) join accounts a on a.name = given.name`,
    [[...tokens.keys()], [...tokens.values()], productId, [...tokens.values()].map(hashToken)],
  );
  await client.query(
    `insert into orders (account_id, number, status, payment_status, ordered_at, license_model, device_quantity, price, currency)
     select id, 'L' || id || '-' || n, 1, 1, now(), 0, ${devicesEach}, 4900, 'usd' from accounts, generate_series(1, ${licensesEach}) n
     where name like 'Bench %'`,
  );
  await client.query(
    `insert into licenses (account_id, order_id, number, serial_number, license_model, product_id, plan_id, status, trial, starts_at, quantity,
                           used_quantity)
     select account_id, id, number, regexp_replace(upper(left(md5(number), 26)), '^(.{5})(.{5})(.{5})(.{5})(.{6})$', '\\1-\\2-\\3-\\4-\\5'),
            0, $1, $2, 1, false, ordered_at, ${devicesEach}, ${devicesEach} from orders where number like 'L%-%'`,
    [productId, planId],
  );
  await client.query(
    `insert into devices (account_id, license_id, name, hardware_id, ip_address, status, first_seen_at, last_activity_at)
     select account_id, id, 'Workstation ' || n, md5(id || '-' || n), '10.0.0.7', 0, now() - interval '9 days', now() - n * interval '9 seconds'
     from licenses, generate_series(1, ${devicesEach}) n where number like 'L%-%'`,
  );
  // Each device has reported earlier today, as is usual for most devices at any time of the day.
  await client.query(
    `insert into device_activity (license_id, day, device_id, checks)
     select license_id, (now() at time zone 'utc')::date, id, 40 from devices where license_id in (select id from licenses where number like 'L%-%')`,
  );
  await client.query('vacuum analyze');
  const { rows } = await client.query<{ name: string; serial: string; license: number }>(
    `select a.name, l.serial_number as serial, l.id::int as license from accounts a join licenses l on l.account_id = a.id where a.name like 'Bench %'`,
  );
  return rows.map(({ name, serial, license }) => ({
    id: license,
    token: tokens.get(name) as string,
    serialNumber: serial,
  }));
}

const hashToken = (token: string) => createHash('sha256').update(token).digest();

export function anyDevice(licenses: readonly License[]): Device {
  const { token, serialNumber, id } = licenses[Math.floor(Math.random() * licenses.length)] as License;
  const n = 1 + Math.floor(Math.random() * devicesEach);
  return { token, serialNumber, hardwareId: createHash('md5').update(`${id}-${n}`).digest('hex') };
}
