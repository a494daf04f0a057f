import { preloaded } from '../../lib/preloaded.ts';

/** Whether the user is an operator who does not act as another user. */
export function isOperator({ user, actingAs } = preloaded()): boolean {
  return user?.isSuperAdmin === true && !actingAs;
}
