import type { Locale } from '@portico/contract';
import type { FastifyRequest } from 'fastify';
import { clientAddress } from './address.ts';
import type { Person, Session } from './session-context.ts';

/** The author of a change: the user in whose name it is made, the real author, and the address. */
export interface Actor {
  readonly accountId: number | null;
  /** The user in whose name the change is made. */
  readonly userId: number | null;
  /** The signed-in user. Differs from `userId` while an operator acts as a customer. */
  readonly realUserId: number | null;
  /** Why the operator acts as the user; left out if nobody does. */
  readonly actingReason?: string;
  /** IP address. */
  readonly address: string | null;
  readonly requestId: string | null;
}

/** The session, account, author and language of a request, for services. The account comes only from the session. */
export interface RequestContext<Who extends Person = Session> {
  readonly session: Who;
  readonly accountId: number;
  readonly actor: Actor;
  readonly locale: Locale;
}

/** The context of a request with a session. */
export function createRequestContext(session: Session, request: FastifyRequest): RequestContext {
  return { session, accountId: session.account.id, actor: createActor(session, request), locale: request.locale };
}

/** The real author of a session's actions, and the reason for acting as somebody else (SES-20). */
export function realAuthor({ user, actingOperator }: Session): Pick<Actor, 'realUserId' | 'actingReason'> {
  return actingOperator
    ? { realUserId: actingOperator.id, actingReason: actingOperator.reason }
    : { realUserId: user.id };
}

/** The actor of a request with a session. */
function createActor(session: Session, request: FastifyRequest): Actor {
  return {
    accountId: session.account.id,
    userId: session.user.id,
    ...realAuthor(session),
    address: clientAddress(request),
    requestId: request.id,
  };
}
