import type { Preloaded } from '@portico/contract';
import { type Action, isAllowed } from '@portico/contract/browser';
import { preloaded } from './preloaded.ts';

/** The parts of the preloaded data that identify the user. */
export type Viewer = Pick<Preloaded, 'user' | 'features'> & Partial<Pick<Preloaded, 'permissions' | 'actingAs'>>;

/** Whether the user may do `action`, by the table that the server enforces (ACC-6). */
export function can(action: Action, { user, features, permissions = [], actingAs }: Viewer = preloaded()): boolean {
  return isAllowed(action, {
    user: user && { isAdmin: user.isAdmin, isOperator: user.isSuperAdmin, readOnly: user.readOnly },
    features,
    permissions,
    isActing: Boolean(actingAs),
  });
}

/**
 * The chosen grants after one is selected or deselected. `billing` comes with `customerAdmin` and goes with it, because it
 * shows nothing alone (ACC-20).
 * @param offered grants that can be chosen
 */
export function toggleGrant<Id extends string>(
  offered: readonly { readonly id: Id }[],
  chosen: readonly Id[],
  id: Id,
  isOn: boolean,
): Id[] {
  const [cause, effect] = isOn ? ['billing', 'customerAdmin'] : ['customerAdmin', 'billing'];
  const changed = offered
    .filter((grant) => grant.id === id || (id === cause && grant.id === effect))
    .map((grant) => grant.id);
  const others = chosen.filter((grant) => !changed.includes(grant));
  return isOn ? [...others, ...changed] : others;
}
