import type { Connection } from './connection.ts';
import { COLUMNS, type StoredObject } from './select.ts';

/**
 * Combines concurrent reads by id into one statement, because round trips dominate the cost of reads. The statement
 * starts after all earlier answers, so it sees their changes.
 */
function together<Answer>(read: (connection: Connection, ids: string[]) => Promise<Map<string, Answer>>) {
  const waiting = new WeakMap<Connection, { ids: string[]; found: Promise<Map<string, Answer>> }>();
  return async (connection: Connection, id: string): Promise<Answer | undefined> => {
    let batch = waiting.get(connection);
    if (batch === undefined) {
      const ids: string[] = [];
      const found = new Promise(setImmediate).then(() => {
        waiting.delete(connection);
        return read(connection, ids);
      });
      batch = { ids, found };
      waiting.set(connection, batch);
    }
    batch.ids.push(id);
    return (await batch.found).get(id);
  };
}

/** The object with this id, of any type, deleted or not. */
export const selectTogether = together(async (connection, ids) => {
  const { rows } = await connection.query<StoredObject>({
    name: 'objects',
    text: `select ${COLUMNS} from objects where id = any($1)`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
});

/** All payments of an invoice, newest first. */
export const selectPaymentsTogether = together(async (connection, ids) => {
  const { rows } = await connection.query<StoredObject & { invoice: string }>(
    `select ${COLUMNS}, data ->> 'invoice' as invoice from objects
     where type = 'invoice_payment' and not deleted and related && $1::text[]
     order by created desc, sequence desc`,
    [ids],
  );
  return Map.groupBy(rows, ({ invoice }) => invoice);
});
