import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Database } from '../../core/db/database.ts';
import { selectWorkingToken } from '../product-tokens/working-token.queries.ts';

/** The values by which a request is looked up. */
export interface CallKeys {
  /** The hash of its token. */
  readonly hash: Buffer;
  /** Null if it names no device. */
  readonly hardwareId: string | null;
  /** Null if it names no license. */
  readonly serialNumber: string | null;
  /** The lease that the device should have. */
  readonly sessionId: string | null;
}

/** A working token, one of the licenses that its request may apply to, and its device on that license. */
export interface CallRow {
  /** The request's number, from 1. */
  readonly n: number;
  readonly token_id: number;
  readonly account_id: number;
  readonly product_id: string;
  /** 0 is Public, 1 is Secret. */
  readonly token_type: 0 | 1;
  readonly usage_data_policy: number;
  readonly catalog_version: number;
  /** Null if the account has no such license. The license's other columns are then null too. */
  readonly license_id: number | null;
  readonly order_id: number;
  readonly number: string;
  readonly serial_number: string;
  readonly license_model: 0 | 1;
  readonly plan_id: string;
  readonly version: string | null;
  readonly license_status: 1 | 2 | 3;
  readonly trial: boolean;
  readonly expires_at: Date | null;
  readonly quantity: number;
  readonly used_quantity: number;
  readonly exceeded_quantity: number;
  readonly is_payment_due: boolean;
  /** Null if the license has no such device. The device's other columns are then null too. */
  readonly device_id: number | null;
  readonly name: string;
  readonly hardware_id: string;
  readonly device_status: 0 | 1 | 2 | 3 | 4;
  readonly assigned_at: Date;
  readonly first_seen_at: Date | null;
  readonly has_address: boolean;
  /** The stored version of the product on the device. */
  readonly device_version: string | null;
  /** Whether the device has an open lease, or the requested one; null for a host-locked license. */
  readonly has_session: boolean | null;
}

/**
 * The maximum number of licenses that are considered if a request names none. An account with more licenses must name
 * one.
 */
const maxLicenses = 21;

/**
 * Finds tokens, licenses and devices for many requests in one statement. Without a serial number, it finds the usable
 * licenses of the token's account and product. The subqueries hide the array length, so that the planner does not
 * replan for each.
 */
const statement = new PgDialect().sqlToQuery(sql`
  select q.n::int as n, t.token_id, t.account_id, t.product_id, t.token_type, a.usage_data_policy,
         (select version from catalog_state) as catalog_version,
         l.id as license_id, l.order_id, l.number, l.serial_number, l.license_model, l.plan_id, l.version, l.status as license_status, l.trial,
         l.expires_at, l.quantity, l.used_quantity, l.exceeded_quantity,
         l.status = 1 and o.payment_status = 0 and o.stripe_subscription_id is not null as is_payment_due,
         d.id as device_id, d.name, d.hardware_id, d.status as device_status, d.assigned_at, d.first_seen_at, d.ip_address is not null as has_address,
         case when d.product_usage -> 0 ->> 'name' = t.product_id then d.product_usage -> 0 ->> 'version' end as device_version,
         case when l.license_model = 1 then exists (
           select from device_sessions s where s.device_id = d.id and s.ended_at is null and s.expires_at > now()
             and (q.session_id is null or s.id = q.session_id)
         ) end as has_session
  from unnest((select $1::bytea[]), (select $2::text[]), (select $3::text[]), (select $4::uuid[])) with ordinality as q (hash, hardware_id, serial_number, session_id, n)
  cross join lateral (${selectWorkingToken(sql`q.hash`)}) t
  join accounts a on a.id = t.account_id
  left join lateral (
    (select * from licenses where q.serial_number is not null and serial_number = q.serial_number
       and account_id = t.account_id and product_id = t.product_id)
    union all
    (select * from licenses where q.serial_number is null and account_id = t.account_id and product_id = t.product_id
       and status = 1 and (expires_at is null or expires_at > now()) order by id limit ${sql.raw(String(maxLicenses))})
  ) l on true
  left join orders o on o.id = l.order_id
  left join devices d on d.license_id = l.id and d.hardware_id = q.hardware_id and d.released_at is null`).sql;

/** @returns the rows of all requests. A request without a working token has none. */
export async function findCallRows({ pool }: Database, requests: readonly CallKeys[]): Promise<CallRow[]> {
  const { rows } = await pool.query<CallRow>({
    name: 'look-up-license',
    text: statement,
    values: [
      requests.map(({ hash }) => hash),
      requests.map(({ hardwareId }) => hardwareId),
      requests.map(({ serialNumber }) => serialNumber),
      requests.map(({ sessionId }) => sessionId),
    ],
  });
  return rows;
}
