import { noSuch } from '../errors.ts';
import type { TimeRange } from '../parameters.ts';
import type { Connection } from './connection.ts';
import type { ObjectType } from './object-types.ts';

/** The limit for complete lists. */
export const ALL = 1_000_000;

/** The filters and page of a list. Undefined does not filter. */
export interface ListQuery {
  customer?: string;
  /** Ids that the object must all refer to. */
  related?: (string | undefined)[];
  /** Top-level fields and their values. A list matches any of its values. Null matches a missing value. */
  match?: Record<string, string | boolean | readonly string[] | null | undefined>;
  /** Top-level fields that are compared without regard to case. */
  insensitive?: Record<string, string | undefined>;
  /** Top-level fields and SQL patterns, one of which must match. */
  like?: Record<string, string[]>;
  /** Events only: whether every delivery has succeeded. */
  isDelivered?: boolean;
  /** The same as `match` for fields in a top-level hash. */
  within?: Record<string, Record<string, string | undefined>>;
  /** Bounds in seconds on a time field. The name may lead to a nested field with dots (`items.data.0.created`). */
  times?: Record<string, TimeRange | undefined>;
  testClock?: string;
  limit?: number;
  starting_after?: string;
  ending_before?: string;
}

/** A stored row. `data` and `internal` are the exact JSON text. */
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

/** A field name as SQL text, so that indexes on the field apply. Names come from the code, never from a call. */
function literal(name: string): string {
  if (!/^\w+$/.test(name)) throw new Error(`'${name}' is not the name of a field`);
  return `'${name}'`;
}

/** The object with this id, of any type, deleted or not. */
export async function selectObject(connection: Connection, id: string): Promise<StoredObject | undefined> {
  const { rows } = await connection.query<StoredObject>({
    name: 'object',
    text: `select ${COLUMNS} from objects where id = $1`,
    values: [id],
  });
  return rows[0];
}

type Bind = (value: unknown) => string;

/** The filters as SQL. */
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

/** Newest first. Events are in order of recording, so that a reader with a cursor misses none. */
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
  // Planned each time, because a generic plan would be slow for large tables.
  const text = `select ${COLUMNS} from objects
     where ${conditions.join(' and ')}
     order by ${order.map((column) => `${column} ${direction}`).join(', ')}
     limit ${Math.trunc(limit) + 1}`;
  const { rows } = await connection.query<StoredObject>(text, values);
  const hasMore = rows.length > limit;
  const page = rows.slice(0, limit);
  return { rows: backwards ? page.reverse() : page, hasMore };
}
