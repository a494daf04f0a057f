import pg from 'pg';
import { expect, vi } from 'vitest';
import { closeAfterTests } from './clean-up.ts';
import type { FullPortal } from './full-portal.ts';

/**
 * Where a process is held in the database: before the first attempt of its operation is written, before anything of a
 * response is, or before the outcome is.
 */
export type Hold = 'row' | 'answered' | 'settling';

/** Holds processes in the middle of a write for one account, so that they can be killed there. */
export interface DatabaseHolds {
  add(accountId: number, customerId: string, hold: Hold): Promise<void>;
  /** Accounts with held writes. */
  standing(): Promise<ReadonlySet<number>>;
  /** Ends held writes, like the connections of a killed process, and lets all others continue. */
  release(): Promise<void>;
}

const lockClass = 7_777;

const statements = `
  create table test_holds (account_id int primary key, customer_id text not null, hold text not null);
  create function test_hold() returns trigger language plpgsql as $$
  declare
    now_row jsonb := to_jsonb(new);
    held int;
  begin
    if tg_table_name = 'stripe_operations' then
      select account_id into held from test_holds h where h.account_id = new.account_id and case h.hold
        when 'row' then new.attempts is distinct from old.attempts
        when 'settling' then new.state is distinct from old.state
        else true end;
    else
      select account_id into held from test_holds h where h.hold = 'answered'
        and (h.customer_id = coalesce(now_row ->> 'customer_id', now_row ->> 'id')
          or h.account_id::text = now_row #>> '{data,metadata,account_id}');
    end if;
    if held is not null then perform pg_advisory_xact_lock(${lockClass}, held); end if;
    return new;
  end $$;
  create trigger test_hold before update on stripe_operations for each row execute function test_hold();
  ${['customers', 'payment_methods', 'subscriptions', 'invoices']
    .map(
      (table) =>
        `create trigger test_hold before insert or update on stripe_${table} for each row execute function test_hold();`,
    )
    .join('\n')}`;

export async function createDatabaseHolds({ database }: FullPortal): Promise<DatabaseHolds> {
  await database.pool.query(statements);
  // A single connection, because it holds the locks.
  const holder = new pg.Pool({ connectionString: database.url, max: 1, idleTimeoutMillis: 0 });
  closeAfterTests(() => holder.end());

  const waiting = `select objid::int as id, pid from pg_locks
    where locktype = 'advisory' and classid = ${lockClass} and not granted
      and database = (select oid from pg_database where datname = current_database())`;

  async function standing(): Promise<ReadonlySet<number>> {
    const { rows } = await holder.query<{ id: number }>(waiting);
    return new Set(rows.map(({ id }) => id));
  }

  return {
    standing,
    async add(accountId, customerId, hold) {
      await holder.query('select pg_advisory_lock($1, $2)', [lockClass, accountId]);
      // A call that timed out meanwhile and is repeated arrives here again.
      await holder.query('insert into test_holds values ($1, $2, $3) on conflict do nothing', [
        accountId,
        customerId,
        hold,
      ]);
    },
    async release() {
      await holder.query(`select pg_terminate_backend(pid) from (${waiting}) waiting`);
      await vi.waitFor(async () => expect(await standing()).toEqual(new Set()), { timeout: 60_000, interval: 20 });
      await holder.query('delete from test_holds');
      await holder.query('select pg_advisory_unlock_all()');
    },
  };
}
