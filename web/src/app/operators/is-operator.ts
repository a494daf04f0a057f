import { preloaded } from '../../lib/preloaded.ts';

/** Whether the reader is an operator in their own name: while acting as somebody they see that user's portal. */
export function isOperator({ user, actingAs } = preloaded()): boolean {
  return user?.isSuperAdmin === true && !actingAs;
}
