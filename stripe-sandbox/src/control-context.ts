import type { Keys } from './authenticate.ts';
import type { Database } from './storage/database.ts';
import { type Site, Work } from './storage/work.ts';

export interface ControlContext {
  database: Database;
  site: Site;
  keys: Keys;
  instanceId: string;
  /** Called when there is something to deliver. */
  onEvents(): void;
  /** Called when there may be due work to do, such as that of a clock that was set off. */
  onDue(): void;
}

/** Declares a call of the control. It needs the secret key; `id` is what the path named, `given` the query or the form. */
export type DeclareControl = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  run: (call: { id: string; given: Record<string, unknown> }) => Promise<object>,
) => void;

/** Runs `read` on one connection, without a transaction. */
export async function withWork<T>(context: ControlContext, read: (work: Work) => Promise<T>): Promise<T> {
  const connection = await context.database.connect();
  try {
    return await read(new Work(connection, context.site, undefined, 'read'));
  } finally {
    connection.release();
  }
}
