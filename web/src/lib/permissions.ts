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
