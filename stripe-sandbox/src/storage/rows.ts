import type { QueryResult } from 'pg';
import type { Connection } from './connection.ts';

/** A row of `objects`; `data` and `internal` are JSON. */
export interface ObjectRow {
  id: string;
  type: string;
  created: number;
  customer: string | null;
  related: string[];
  test_clock: string | null;
  due_at: number | null;
  deleted: boolean;
  data: string;
  internal: string;
}

/** Inserts objects in the order of their `sequence`, by one statement. */
export function insertObjects(connection: Connection, rows: ObjectRow[]): Promise<QueryResult> {
  const given = rows.map(({ data, internal, ...row }) => {
    const columns = JSON.stringify(row);
    return `${columns.slice(0, -1)},"data":${data},"internal":${internal}}`;
  });
  return connection.query({
    name: 'insert objects',
    text: `insert into objects (id, type, created, customer, related, test_clock, due_at, deleted, data, internal)
           select id, type, created, customer, related, test_clock, due_at, deleted, data, internal
           from rows from (
             json_to_recordset($1) as (id text, type text, created bigint, customer text, related text[], test_clock text,
                                       due_at bigint, deleted boolean, data json, internal json)
           ) with ordinality as given(id, type, created, customer, related, test_clock, due_at, deleted, data, internal, position)
           order by position`,
    values: [`[${given.join(',')}]`],
  });
}

/** Updates an object and keeps its place in lists. */
export function updateObject(connection: Connection, row: ObjectRow): Promise<QueryResult> {
  return connection.query({
    name: 'update object',
    text: `update objects set type = $2, created = $3, customer = $4, related = $5, test_clock = $6, due_at = $7,
           deleted = $8, data = $9, internal = $10 where id = $1`,
    values: [
      row.id,
      row.type,
      row.created,
      row.customer,
      row.related,
      row.test_clock,
      row.due_at,
      row.deleted,
      row.data,
      row.internal,
    ],
  });
}

/** Queues events for the endpoints that receive them, in order. */
export function insertDeliveries(
  connection: Connection,
  deliveries: { event: string; endpoint: string }[],
): Promise<QueryResult> {
  return connection.query({
    name: 'insert deliveries',
    text: `insert into deliveries (event, endpoint) select * from unnest($1::text[], $2::text[])`,
    values: [deliveries.map(({ event }) => event), deliveries.map(({ endpoint }) => endpoint)],
  });
}
