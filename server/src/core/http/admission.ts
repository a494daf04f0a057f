import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, currentCaller } from '../db/fair-queue.ts';
import { UnavailableError } from './app-error.ts';
import { createCallers } from './callers.ts';
import { sendFailure, wantsPage } from './failure-page.ts';
import { render } from './problem-handler.ts';

/** `always`: requests that cause no work. `reserved`: requests that the portal depends on, which must cause no query before they prove genuine. */
export type Admission = 'always' | 'reserved';

declare module 'fastify' {
  interface FastifyContextConfig {
    admission?: Admission;
  }
}

export interface AdmissionLimit {
  /** The number of waiting queries that would be served before the caller's next query. */
  readonly waitingBefore: (caller: Caller) => number;
  /**
   * The number of queries ahead at which a request is refused; twice that number for known operators and reserved
   * requests.
   */
  readonly mayWait: number;
}

/** One shared instance, because creating an error costs more than sending it. */
const busy = new UnavailableError('problem.busy');

/**
 * Refuses requests with 503 before any work if too many queries would be served before their own. Admitted requests
 * are then answered soon instead of failing late. Callers take turns, so a caller with many requests is refused while
 * others are served (LIM-13).
 */
export function installAdmission(app: FastifyInstance, limit: AdmissionLimit): void {
  const callers = createCallers();
  app.recordCaller = callers.remember;
  const admit = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const { caller, isOperator } = callers.identify(request);
    const { admission } = request.routeOptions.config;
    const mayWait = isOperator || admission === 'reserved' ? 2 * limit.mayWait : limit.mayWait;
    if (admission === 'always' || limit.waitingBefore(caller) < mayWait) return currentCaller.run(caller, done);
    // Answered here, because error handlers may query the database.
    void refuse(request, reply);
  };
  app.addHook('onRequest', admit);
  // A body may arrive long after the headers, when more queries wait.
  app.addHook('preValidation', (request, reply, done) =>
    request.body === undefined ? done() : admit(request, reply, done),
  );
}

function refuse(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  request.isCounted = true;
  return wantsPage(request) ? sendFailure(busy, request, reply) : render(busy, request, reply);
}
