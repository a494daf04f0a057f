import type { Keys } from './authenticate.ts';
import type { Database } from './storage/database.ts';
import { type Site, Work } from './storage/work.ts';

export interface ControlContext {
  database: Database;
  site: Site;
  keys: Keys;
  instanceId: string;
  /** Called after a call that recorded events. */
  onEvents(): void;
  /** Called when work may be due, such as after a clock was advanced. */
  onDue(): void;
}

/**
 * Declares a call of the control API. It needs the secret key. `id` comes from the path, `given` from the query or
 * form.
 */
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
