import {
  type Action,
  actions,
  findRefusal,
  isAccountAdmin,
  isAllowed,
  type Requirement,
  type Viewer,
} from '@portico/contract';
import {
  ConfirmationRequiredError,
  ForbiddenError,
  InvalidInputError,
  type Said,
  UnauthorizedError,
} from './app-error.ts';
import type { Session } from './session-context.ts';

/**
 * Refuses a change of single fields of a form while an operator acts as the user (ACC-11).
 * @throws InvalidInputError at `fields`, if there are any
 */
export function assertNotWhileActing(
  { actingOperator }: Pick<Session, 'actingOperator'>,
  fields: readonly string[],
): void {
  if (actingOperator === null || fields.length === 0) return;
  const message: Said = { key: 'problem.notWhileActing' };
  throw new InvalidInputError(Object.fromEntries(fields.map((field) => [field, [message]])));
}

const visitor: Viewer = { user: null, features: [], permissions: [], isActing: false };

/** The parts of a session that decide about access. */
export type Allowed = Pick<Session, 'user' | 'features' | 'permissions' | 'actingOperator'>;

function toViewer(session: Allowed | null): Viewer {
  if (!session) return visitor;
  const { user, features, permissions, actingOperator } = session;
  const { isOperator, readOnly } = user;
  return {
    user: { isAdmin: isAccountAdmin(user), isOperator, readOnly },
    features,
    permissions,
    isActing: actingOperator !== null,
  };
}

/**
 * Refuses a user without the rights for an action (ACC-6, ACC-7, ACC-11). The browser only hides what the server
 * refuses.
 * @throws UnauthorizedError without a session, ForbiddenError if the session lacks the rights.
 */
export function checkRequirement(requirement: Requirement, session: Session | null): void {
  const refusal = findRefusal(requirement, toViewer(session));
  if (refusal === null) return;
  if (refusal === 'signedOut') throw new UnauthorizedError();
  if (refusal === 'readOnly') throw new ForbiddenError('problem.readOnly');
  if (refusal === 'acting') throw new ForbiddenError('problem.notWhileActing');
  throw new ForbiddenError();
}

/** Refuses a user who may not perform `action`. @throws as `checkRequirement` does */
export const checkAccess = (action: Action, session: Session | null): void =>
  checkRequirement(actions[action], session);

/** Whether the signed-in user may do `action`, for responses that depend on it. */
export const can = (action: Action, session: Allowed): boolean => isAllowed(action, toViewer(session));

/**
 * Minutes for which a confirmation with a password or a passkey allows changes of the user's ways to sign in. Signing
 * in counts as a confirmation (CON-1).
 */
export const confirmationMinutes = 10;

/** Until when a session's last confirmation is valid; null if it has expired. */
export function confirmedUntil({ confirmedAt }: Pick<Session, 'confirmedAt'>, now = new Date()): Date | null {
  const until = new Date(confirmedAt.getTime() + confirmationMinutes * 60_000);
  return until > now ? until : null;
}

/** @throws ConfirmationRequiredError if the last confirmation is more than ten minutes old (CON-1). */
export function checkConfirmed(session: Pick<Session, 'confirmedAt'>): void {
  if (confirmedUntil(session) === null) throw new ConfirmationRequiredError();
}
