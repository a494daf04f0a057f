import type { Work } from '../storage/work.ts';
import { doDue } from './due-work.ts';

/** An object that has something due, and since when, in seconds of its customer's time. */
export interface Piece {
  id: string;
  type: string;
  dueAt: number;
}

/** How long an object whose due work failed is left alone, in seconds. */
const PAUSE_AFTER_FAILURE = 600;

/** Does one piece of due work and sends what it changed. Throws when it is due as before: it would be done for ever. */
export async function doPiece(work: Work, piece: Piece): Promise<void> {
  await doDue(work, piece.type, piece.id);
  const next = work.dueAt(piece.id);
  if (next !== null && next <= piece.dueAt) throw new Error('it is still due after its work was done');
  await work.flush();
}

/** Does one piece of due work. A failure must not keep others waiting: the object is put off instead. */
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
