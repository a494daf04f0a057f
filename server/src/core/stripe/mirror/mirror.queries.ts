import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { type Columns, kinds, type StoredType } from './rows.ts';

/** The start of a read at Stripe, or the arrival of the response to a change. */
export interface ReadingStart {
  /** A number from a sequence. Of two states of an object, the one with the higher number is newer. */
  readonly number: number;
  /** The database's time, for display only, because clocks can be set back. */
  readonly at: Date;
}

/** A row to write. `data` is the object as Stripe serializes it, without secrets. */
export interface MirrorRow {
  readonly id: string;
  readonly columns: Columns;
  readonly deleted: boolean;
  readonly data: Record<string, unknown>;
}

const tableName = (type: StoredType) => sql.identifier(getTableName(kinds[type].table));
const list = (values: readonly string[]) =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;

/** All writers of several rows use one order, which prevents deadlocks. */
function ordered(rows: readonly MirrorRow[]): MirrorRow[] {
  const sortKey = ({ id, columns }: MirrorRow) => `${columns.customer_id ?? ''} ${id}`;
  const latest = new Map(rows.map((row) => [row.id, row]));
  return [...latest.values()].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

export const mirrorQueries = {
  /** The database's time, which all processes share. */
  async now(on: Queryable): Promise<Date> {
    const { rows } = await on.execute<{ now: number }>(
      sql`select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`,
    );
    return new Date(rows[0]?.now ?? Number.NaN);
  },

  /** Returns the next number. Call it before a read at Stripe, or after the response to a change has arrived. */
  async beginReading(on: Queryable): Promise<ReadingStart> {
    const { rows } = await on.execute<{ number: number; at: number }>(
      sql`select nextval('stripe_reading_numbers') as number, floor(extract(epoch from clock_timestamp()) * 1000)::bigint as at`,
    );
    return { number: rows[0]?.number ?? Number.NaN, at: new Date(rows[0]?.at ?? Number.NaN) };
  },

  /**
   * Inserts rows of one type, or replaces older states, in one statement (MIR-2).
   * @returns the ids of the rows that were stored.
   */
  async store(
    on: Queryable,
    type: StoredType,
    given: readonly MirrorRow[],
    { number, at }: ReadingStart,
  ): Promise<Set<string>> {
    const rows = ordered(given);
    const [first] = rows;
    if (!first) return new Set();
    const names = [...Object.keys(first.columns), 'deleted', 'data', 'synced_at', 'reading_number'];
    const columns = sql.join(
      names.map((name) => sql.identifier(name)),
      sql`, `,
    );
    const changes = sql.join(
      names.map((name) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`),
      sql`, `,
    );
    const json = JSON.stringify(
      rows.map(({ id, columns, deleted, data }) => ({
        id,
        ...columns,
        deleted,
        data,
        synced_at: at.toISOString(),
        reading_number: number,
      })),
    );
    const taken = await on.execute<{ id: string }>(
      sql`insert into ${tableName(type)} as kept (id, ${columns})
        select id, ${columns} from jsonb_populate_recordset(null::${tableName(type)}, ${json}::jsonb)
        on conflict (id) do update set ${changes} where kept.reading_number <= excluded.reading_number
        returning id`,
    );
    return new Set(taken.rows.map(({ id }) => id));
  },

  /** Records that these objects were read and had not changed. */
  async markSeen(on: Queryable, type: StoredType, ids: readonly string[], { number, at }: ReadingStart): Promise<void> {
    if (ids.length === 0) return;
    await on.execute(
      sql`update ${tableName(type)} set synced_at = ${at.toISOString()}, reading_number = ${number}
        where id = any(${list(ids)}) and reading_number < ${number}`,
    );
  },

  /** @returns the stored rows of these objects. */
  async find(on: Queryable, type: StoredType, ids: readonly string[]): Promise<Map<string, MirrorRow>> {
    const { rows } = await on.execute<Record<string, unknown> & MirrorRow>(
      sql`select id, deleted, data, to_jsonb(kept) - '{id,deleted,data,synced_at,reading_number}'::text[] as columns from ${tableName(type)} as kept
        where id = any(${list(ids)})`,
    );
    return new Map(rows.map((row) => [row.id, row]));
  },

  /**
   * Marks an object and its dependent rows as deleted (MIR-16). A deleted object never returns at Stripe, so no later
   * state can conflict.
   * @returns whether the object was stored and not yet marked.
   */
  async markDeleted(on: Queryable, type: StoredType, id: string, { number, at }: ReadingStart): Promise<boolean> {
    const mark = (marked: StoredType, where: SQL) => sql`update ${tableName(marked)} set deleted = true,
      synced_at = ${at.toISOString()}, reading_number = greatest(reading_number, ${number}::bigint) where ${where} and not deleted`;
    if (type === 'customer') {
      await on.execute(mark('payment_method', sql`customer_id = ${id}`));
      await on.execute(mark('customer_balance_transaction', sql`customer_id = ${id}`));
    }
    if (type === 'invoice') await this.removeOtherLines(on, [id], []);
    const { rowCount } = await on.execute(mark(type, sql`id = ${id}`));
    return rowCount === 1;
  },

  /** Deletes lines that their invoices no longer have. @returns the ids of the deleted ones. */
  async removeOtherLines(on: Queryable, invoices: readonly string[], lines: readonly string[]): Promise<string[]> {
    if (invoices.length === 0) return [];
    const { rows } = await on.execute<{ id: string }>(
      sql`delete from stripe_invoice_lines where invoice_id = any(${list(invoices)}) and not (id = any(${list(lines)})) returning id`,
    );
    return rows.map(({ id }) => id);
  },

  /** Returns the given pending items that are not known to belong to the invoice. */
  async findUnattachedItems(on: Queryable, invoiceId: string, items: readonly string[]): Promise<string[]> {
    if (items.length === 0) return [];
    const { rows } = await on.execute<{ id: string }>(
      sql`select given.id from unnest(${list(items)}) as given (id)
        left join stripe_invoice_items kept on kept.id = given.id and kept.invoice_id = ${invoiceId} where kept.id is null`,
    );
    return rows.map(({ id }) => id);
  },

  /** The next customers by id, for lists that are read per customer. */
  async listCustomers(on: Queryable, after: string | null, limit: number): Promise<string[]> {
    const { rows } = await on.execute<{ id: string }>(
      sql`select id from stripe_customers where id > ${after ?? ''} and not deleted order by id limit ${limit}`,
    );
    return rows.map(({ id }) => id);
  },

  /** Returns the given customers whose balance is known to have changed. */
  async findCredited(on: Queryable, customers: readonly string[]): Promise<string[]> {
    const { rows } = await on.execute<{ id: string }>(
      sql`select given.id from unnest(${list(customers)}) as given (id)
        where exists (select from stripe_customer_balance_transactions where customer_id = given.id and not deleted)`,
    );
    return rows.map(({ id }) => id);
  },

  /**
   * Objects that a run's listings should have contained but did not: they were deleted at Stripe, or no longer belong
   * to a listed object. Newer states are excluded.
   * @param since older objects are included only if they are not final; null for all.
   */
  async listUnlisted(
    on: Queryable,
    type: StoredType,
    { since, readingNumber, limit }: { since: Date | null; readingNumber: number; limit: number },
  ): Promise<string[]> {
    const within = sql`created >= ${(since ?? new Date(0)).toISOString()}`;
    const notFinal = open[type];
    const { rows } = await on.execute<{ id: string }>(
      sql`select id from ${tableName(type)} where not deleted and reading_number < ${readingNumber} and (${since && notFinal ? sql`${within} or ${sql.raw(notFinal)}` : within}) order by created, id limit ${limit}`,
    );
    return rows.map(({ id }) => id);
  },
};

/** The condition for objects that are not final, as in the partial indexes. */
const open: Partial<Record<StoredType, string>> = {
  subscription: "status not in ('canceled', 'incomplete_expired')",
  subscription_schedule: "status in ('active', 'not_started')",
  invoice: "status in ('draft', 'open')",
  payment_intent: "status not in ('succeeded', 'canceled')",
  charge: "status = 'pending'",
  refund: "status in ('pending', 'requires_action')",
  invoice_payment: "status = 'open'",
  invoiceitem: 'invoice_id is null',
};
