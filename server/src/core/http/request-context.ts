import type { Locale } from '@portico/contract';
import type { FastifyRequest } from 'fastify';
import { addressOf } from './address.ts';
import type { Person, Session } from './session-context.ts';

/** The author of a change: as whom, in fact by whom, and from where. */
export interface Actor {
  readonly accountId: number | null;
  /** The user in whose name it is done. */
  readonly userId: number | null;
  /** The signed-in user. Differs from `userId` while an operator acts as a customer. */
  readonly realUserId: number | null;
  /** Why the operator acts as the user; left out while nobody does. */
  readonly actingReason?: string;
  /** IP address. */
  readonly address: string | null;
  readonly requestId: string | null;
}

/** The session, account, author and language of a request, which a handler passes on to its service. The account comes from the session alone. */
export interface RequestContext<Who extends Person = Session> {
  readonly session: Who;
  readonly accountId: number;
  readonly actor: Actor;
  readonly locale: Locale;
}

/** The context of a request with a session. */
export function requestContextOf(session: Session, request: FastifyRequest): RequestContext {
  return { session, accountId: session.account.id, actor: actorOf(session, request), locale: request.locale };
}

/** Who really does what a session does, and why in another's name (SES-20). */
export function reallyBy({ user, actingOperator }: Session): Pick<Actor, 'realUserId' | 'actingReason'> {
  return actingOperator
    ? { realUserId: actingOperator.id, actingReason: actingOperator.reason }
    : { realUserId: user.id };
}

/** The actor of a request with a session. */
function actorOf(session: Session, request: FastifyRequest): Actor {
  return {
    accountId: session.account.id,
    userId: session.user.id,
    ...reallyBy(session),
    address: addressOf(request),
    requestId: request.id,
  };
}
