import type { Work } from '../storage/work.ts';
import { doDue } from './due-work.ts';

/** An object with due work, and its due time: seconds since 1970, in its customer's time. */
export interface Piece {
  id: string;
  type: string;
  dueAt: number;
}

/** How long failed due work is postponed, in seconds. */
const PAUSE_AFTER_FAILURE = 600;

/**
 * Does one piece of due work and sends the changes. Throws when the object stays due at the same time, which would
 * repeat endlessly.
 */
export async function doPiece(work: Work, piece: Piece): Promise<void> {
  await doDue(work, piece.type, piece.id);
  const next = work.dueAt(piece.id);
  if (next !== null && next <= piece.dueAt) throw new Error('it is still due after its work');
  await work.flush();
}

/** Does one piece of due work. On failure the object is postponed, so that other work continues. */
export async function runOne(work: Work, piece: Piece, log: (line: object) => void): Promise<void> {
  await work.connection.query('savepoint due');
  try {
    await doPiece(work, piece);
  } catch (error) {
    await work.connection.query('rollback to savepoint due');
    const later = work.now + PAUSE_AFTER_FAILURE;
    await work.connection.query('update objects set due_at = $2 where id = $1', [piece.id, later]);
    log({ level: 'error', message: `due work of ${piece.id}: ${String((error as Error).stack ?? error)}` });
  }
}
