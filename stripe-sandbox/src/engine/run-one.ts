import type { Work } from '../storage/work.ts';
import { doDue } from './due-work.ts';

/** How long an object whose due work failed is left alone, in seconds. */
const PAUSE_AFTER_FAILURE = 600;

/** Does one piece of due work. A failure must not keep others waiting: the object is put off instead. */
export async function runOne(work: Work, type: string, id: string, log: (line: object) => void): Promise<void> {
  await work.connection.query('savepoint due');
  try {
    await doDue(work, type, id);
    await work.flush();
  } catch (error) {
    await work.connection.query('rollback to savepoint due');
    await work.connection.query('update objects set due_at = $2 where id = $1', [id, work.now + PAUSE_AFTER_FAILURE]);
    log({ level: 'error', message: `due work of ${id}: ${String((error as Error).stack ?? error)}` });
  }
}
