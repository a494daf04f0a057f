import type { Access, Method } from '@portico/contract';
import { ForbiddenError, UnauthorizedError } from './app-error.ts';
import type { Session } from './session-context.ts';

/**
 * Refuses who may not make a call (spec 1 §6, spec 2 §6). The server refuses what the browser hides.
 * @throws UnauthorizedError without a session, ForbiddenError with the wrong one.
 */
export function checkAccess(access: Access, method: Method, session: Session | null): void {
  if (access.who === 'anyone') return;
  if (!session) throw new UnauthorizedError();
  const { user } = session;
  if (access.who === 'operator' && !user.isOperator) throw new ForbiddenError();
  if (access.who === 'admin' && !(user.isOwner || user.isAdmin || user.isOperator)) throw new ForbiddenError();
  if (access.features?.some((feature) => !session.features.includes(feature))) throw new ForbiddenError();
  if (method !== 'GET' && user.readOnly && !access.readOnly) throw new ForbiddenError('problem.readOnly');
  if (access.notWhileActing && session.actingOperator) throw new ForbiddenError('problem.notWhileActing');
}
