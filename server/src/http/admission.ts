import { actions } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UnavailableError } from './app-error.ts';
import { sendFailure } from './failure-page.ts';
import { render } from './problem-handler.ts';

/** Who is let in while there is too much to do: everybody who asks for no work, and those whose work the portal itself depends on. */
export type Admission = 'always' | 'reserved';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `reserved` has places of its own beyond those of everybody. Operators' endpoints have them without saying so. */
    admission?: Admission;
  }
}

export interface AdmissionLimit {
  /** Queries that wait for a connection right now. */
  readonly waiting: () => number;
  /** So many may wait before further requests are refused; twice as many before reserved ones are. */
  readonly mayWait: number;
}

/** One for all: making an error costs more than answering with it. */
const busy = new UnavailableError('problem.busy');

/**
 * Refuses requests with 503 before any work is done for them, while too many queries wait for the database. Nearly every request needs it, and
 * its connections are busy too while this process does not keep up. What was let in is then answered soon, instead of failing after its work was done.
 */
export function installAdmission(app: FastifyInstance, limit: AdmissionLimit): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (limit.waiting() < placesFor(request, limit.mayWait)) return done();
    // Answered here: error handlers may look something up.
    void refuse(request, reply);
  });
}

function placesFor({ routeOptions: { config } }: FastifyRequest, mayWait: number): number {
  if (config.admission === 'always') return Number.POSITIVE_INFINITY;
  const isReserved =
    config.admission === 'reserved' || (config.endpoint && actions[config.endpoint.action].role === 'operator');
  return isReserved ? 2 * mayWait : mayWait;
}

function refuse(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  request.isCounted = true;
  return request.headers.accept?.includes('text/html')
    ? sendFailure(busy, request, reply)
    : render(busy, request, reply);
}
