import { type Action, actions, isAllowed, type Requirement, refusalOf, type Viewer } from '@portico/contract';
import { ForbiddenError, UnauthorizedError } from './app-error.ts';
import type { Session } from './session-context.ts';

const visitor: Viewer = { user: null, features: [], permissions: [], isActing: false };

function viewerOf(session: Pick<Session, 'user' | 'features' | 'actingOperator'> | null): Viewer {
  if (!session) return visitor;
  const { user, features, actingOperator } = session;
  const { isOwner, isAdmin, isOperator, readOnly } = user;
  return {
    user: { isAdmin: isOwner || isAdmin, isOperator, readOnly },
    features,
    permissions: [],
    isActing: actingOperator !== null,
  };
}

/**
 * Refuses a user without the rights of an action (ACC-6). The browser only hides what the server refuses.
 * @throws UnauthorizedError without a session, ForbiddenError with one that lacks the rights.
 */
export function checkRequirement(requirement: Requirement, session: Session | null): void {
  const refusal = refusalOf(requirement, viewerOf(session));
  if (refusal === null) return;
  if (refusal === 'signedOut') throw new UnauthorizedError();
  if (refusal === 'readOnly') throw new ForbiddenError('problem.readOnly');
  if (refusal === 'acting') throw new ForbiddenError('problem.notWhileActing');
  throw new ForbiddenError();
}

/** Refuses a user who may not perform `action`. @throws as `checkRequirement` does */
export const checkAccess = (action: Action, session: Session | null): void =>
  checkRequirement(actions[action], session);

/** Whether the signed-in user may do `action`, where an answer depends on it. */
export const can = (action: Action, session: Pick<Session, 'user' | 'features' | 'actingOperator'>): boolean =>
  isAllowed(action, viewerOf(session));
