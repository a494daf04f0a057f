import { isRefusal } from './errors.ts';

/** Whether Stripe knows no such object. */
export function isMissing(error: unknown): boolean {
  return (error as { code?: string } | undefined)?.code === 'resource_missing';
}

/** Whether reading again cannot help: Stripe said no, or said something that is not understood here. */
export function isUnreadable(error: unknown): boolean {
  return isRefusal(error) || error instanceof TypeError || error instanceof RangeError;
}

/** An error in the words of what went wrong first, for an operator to read: the errors around it say less. */
export function describeError(error: unknown): string {
  let words = String(error);
  for (let current = error; current instanceof Error; current = current.cause) words = current.message || words;
  return words.slice(0, 500);
}
