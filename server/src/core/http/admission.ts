import { actions } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { currentCaller } from '../db/fair-queue.ts';
import { UnavailableError } from './app-error.ts';
import { createCallers } from './callers.ts';
import { sendFailure } from './failure-page.ts';
import { render } from './problem-handler.ts';

/**
 * Requests that are admitted even under load: those that cause no work, and those that the portal itself depends on.
 */
export type Admission = 'always' | 'reserved';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `reserved` requests have their own capacity. Operators' endpoints are reserved by default. */
    admission?: Admission;
  }
}

export interface AdmissionLimit {
  /** The number of waiting queries that would be served before the caller's next one. */
  readonly waitingBefore: (caller: string) => number;
  /** The number of such queries at which a request is refused. Reserved requests are refused at twice the number. */
  readonly mayWait: number;
}

/** One shared instance, because creating an error costs more than sending it. */
const busy = new UnavailableError('problem.busy');

/**
 * Refuses requests with 503 before any work if too many queries would be served before theirs. Admitted requests are
 * answered soon instead of failing late. Callers take turns, so a caller with many requests is refused while others are
 * served (LIM-13).
 */
export function installAdmission(app: FastifyInstance, limit: AdmissionLimit): void {
  const callers = createCallers();
  app.recordAccount = callers.remember;
  app.addHook('onRequest', (request, reply, done) => {
    const caller = callers.callerOf(request);
    if (limit.waitingBefore(caller) < placesFor(request, limit.mayWait)) return currentCaller.run(caller, done);
    // Answered directly, because error handlers may query the database.
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
