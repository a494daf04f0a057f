import { createHash } from 'node:crypto';
import { idsRevision } from '@portico/contract';
import { AppError } from './app-error.ts';

/** Identifies the values that a form was made from. */
export function formRevision(values: unknown): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22);
}

/**
 * @param given the revision of the form that is saved; undefined to save without a check (WIRE-23)
 * @throws AppError `Conflict` if somebody else changed the values since
 */
export function assertFormRevision(given: string | undefined, values: unknown): void {
  assertSameRevision(given, formRevision(values));
}

/** As `assertFormRevision`, for a list of ids. @param ids those that the form shows as chosen */
export function assertIdsRevision(given: string | undefined, ids: readonly string[]): void {
  assertSameRevision(given, idsRevision(ids));
}

function assertSameRevision(given: string | undefined, current: string): void {
  if (given !== undefined && given !== current)
    throw new AppError({ code: 'Conflict', message: { key: 'problem.changedElsewhere' } });
}
