import { noSuch } from '../errors.ts';
import type { TimeRange } from '../parameters.ts';
import type { Connection } from './connection.ts';
import type { ObjectType } from './object-types.ts';

/** The limit of lists that have to be whole. */
export const ALL = 1_000_000;

/** What a list is narrowed to, and which page of it. Undefined narrows nothing. */
export interface ListQuery {
  customer?: string;
  /** Ids that the object must belong to, all of them. */
  related?: (string | undefined)[];
  /** Top-level fields and their value; a list means any of its values, null a missing value. */
  match?: Record<string, string | boolean | readonly string[] | null | undefined>;
  /** Top-level fields whose text must be the same whatever its case. */
  insensitive?: Record<string, string | undefined>;
  /** Top-level fields and SQL patterns, any of which their text may follow. */
  like?: Record<string, string[]>;
  /** Events only: whether every webhook was delivered. */
  isDelivered?: boolean;
  /** The same for fields inside a top-level hash. */
  within?: Record<string, Record<string, string | undefined>>;
  /** Bounds in seconds on a field; the name is one of the object's own times, with dots to one inside (`items.data.0.created`). */
  times?: Record<string, TimeRange | undefined>;
  testClock?: string;
  limit?: number;
  starting_after?: string;
  ending_before?: string;
}

/** A row as it is read; `data` and `internal` are JSON, byte for byte as they were written. */
export interface StoredObject {
  id: string;
  type: string;
  data: string;
  internal: string;
  due_at: string | null;
  test_clock: string | null;
  deleted: boolean;
}

export const COLUMNS = 'id, type, data::text, internal::text, due_at, test_clock, deleted';
const COMPARISONS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** The name of a field as SQL text, so that indexes on the field can be used. Names come from the code, never from a call. */
function literal(name: string): string {
  if (!/^\w+$/.test(name)) throw new Error(`'${name}' is no name of a field`);
  return `'${name}'`;
}

/** The object with this id, whatever its type and also a deleted one. */
export async function selectObject(connection: Connection, id: string): Promise<StoredObject | undefined> {
  const { rows } = await connection.query<StoredObject>({
    name: 'object',
    text: `select ${COLUMNS} from objects where id = $1`,
    values: [id],
  });
  return rows[0];
}

type Bind = (value: unknown) => string;

/** What a list is narrowed to, as SQL. */
function conditionsOf(query: ListQuery, bind: Bind): string[] {
  const conditions: string[] = [];
  if (query.customer !== undefined) conditions.push(`customer = ${bind(query.customer)}`);
  const related = query.related?.filter((id) => id !== undefined) ?? [];
  if (related.length > 0) conditions.push(`related @> ${bind(related)}::text[]`);
  if (query.testClock !== undefined) conditions.push(`test_clock = ${bind(query.testClock)}`);
  for (const [name, wanted] of Object.entries(query.match ?? {})) {
    if (wanted === undefined) continue;
    const field = `data ->> ${literal(name)}`;
    if (wanted === null) conditions.push(`${field} is null`);
    else if (Array.isArray(wanted) && wanted.length === 1) conditions.push(`${field} = ${bind(wanted[0])}`);
    else if (Array.isArray(wanted)) conditions.push(`${field} = any(${bind(wanted)})`);
    else conditions.push(`${field} = ${bind(String(wanted))}`);
  }
  for (const [name, wanted] of Object.entries(query.insensitive ?? {})) {
    if (wanted !== undefined) conditions.push(`lower(data ->> ${literal(name)}) = lower(${bind(wanted)})`);
  }
  for (const [name, patterns] of Object.entries(query.like ?? {})) {
    conditions.push(`data ->> ${literal(name)} like any(${bind(patterns)})`);
  }
  if (query.isDelivered !== undefined) {
    const pending = 'exists (select from deliveries where event = objects.id and delivered_at is null)';
    conditions.push(query.isDelivered ? `not ${pending}` : pending);
  }
  for (const [name, fields] of Object.entries(query.within ?? {})) {
    for (const [field, wanted] of Object.entries(fields)) {
      if (wanted !== undefined) conditions.push(`data -> ${literal(name)} ->> ${literal(field)} = ${bind(wanted)}`);
    }
  }
  for (const [name, range] of Object.entries(query.times ?? {})) {
    if (range === undefined) continue;
    const field = name === 'created' ? 'created' : `(data #>> ${bind(name.split('.'))}::text[])::bigint`;
    for (const [bound, moment] of Object.entries(range)) {
      if (moment !== undefined) conditions.push(`${field} ${COMPARISONS[bound as keyof TimeRange]} ${bind(moment)}`);
    }
  }
  return conditions;
}

/** Newest first. Events are ordered as they were recorded, so that a reader who pages past a known one misses none. */
export async function selectObjects(
  connection: Connection,
  type: ObjectType,
  query: ListQuery,
): Promise<{ rows: StoredObject[]; hasMore: boolean }> {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const conditions = [`type = ${bind(type)}`, 'not deleted', ...conditionsOf(query, bind)];
  const order = type === 'event' ? ['sequence'] : ['created', 'sequence'];
  const backwards = query.ending_before !== undefined;
  const cursor = query.ending_before ?? query.starting_after;
  if (cursor !== undefined) {
    const known = await connection.query({
      name: 'cursor',
      text: 'select created, sequence from objects where id = $1 and type = $2',
      values: [cursor, type],
    });
    if (known.rows[0] === undefined) throw noSuch(type, cursor, backwards ? 'ending_before' : 'starting_after');
    const at = order.map((column) => `${bind(known.rows[0][column])}::bigint`);
    conditions.push(`(${order.join(', ')}) ${backwards ? '>' : '<'} (${at.join(', ')})`);
  }

  const limit = query.limit ?? 100;
  const direction = backwards ? 'asc' : 'desc';
  // Planned each time: a plan that was made for a small table, or for any limit, would not do for a large one.
  const text = `select ${COLUMNS} from objects
     where ${conditions.join(' and ')}
     order by ${order.map((column) => `${column} ${direction}`).join(', ')}
     limit ${Math.trunc(limit) + 1}`;
  const { rows } = await connection.query<StoredObject>(text, values);
  const hasMore = rows.length > limit;
  const page = rows.slice(0, limit);
  return { rows: backwards ? page.reverse() : page, hasMore };
}
