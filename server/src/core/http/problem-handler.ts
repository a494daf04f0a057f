import type { Problem } from '@portico/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../db/database.ts';
import { translate } from '../messages/index.ts';
import { AppError, NotFoundError, type Said, say, UnavailableError } from './app-error.ts';
import { describeIssues, RequestValidationError } from './validation.ts';

/**
 * Turns every error into a response. Internal details are not sent: an unexpected error is 'Something went wrong!' with
 * a request id (WIRE-11).
 */
export function installProblemHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => render(error, request, reply));
}

/** Responds with the message of an error in the user's language. */
export async function render(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { status, retryAfter, problem } = describeProblem(error, request);
  if (retryAfter) reply.header('retry-after', retryAfter);
  return reply.code(status).header('cache-control', 'no-store').type('application/json').send(JSON.stringify(problem));
}

/** The message of an error for the user, also for responses that are not JSON. Unexpected errors are logged. */
export function describeProblem(
  error: FastifyError | Error,
  request: FastifyRequest,
): { status: number; retryAfter: number | undefined; problem: Problem } {
  const { status, retryAfter, ...body } = describe(error, request);
  if (status === 503) request.server.countRefusal(firstLineOfCause(error), request.id);
  else if (status >= 500) request.log.error({ err: error }, 'request failed');
  return { status, retryAfter, problem: { ...body, requestId: request.id } };
}

/** An unavailable dependency is logged without a stack, which would say nothing new and cost work under load. */
function firstLineOfCause(error: Error): string {
  const { message } = error.cause instanceof Error ? error.cause : error;
  return message.split('\n', 1)[0] as string;
}

type Description = Omit<Problem, 'requestId'> & { status: number; retryAfter?: number | undefined };

function describe(error: FastifyError | Error, request: FastifyRequest): Description {
  const { locale } = request;
  const sayIt = (said: Said) => say(said, locale);
  if (error instanceof AppError) {
    return {
      status: error.status,
      retryAfter: error.retryAfter,
      code: error.code,
      message: sayIt(error.said),
      ...(error.propertyErrors && {
        propertyErrors: Object.fromEntries(
          Object.entries(error.propertyErrors).map(([property, all]) => [property, all.map(sayIt)]),
        ),
      }),
      ...(error.additionalData && { additionalData: error.additionalData }),
    };
  }
  if (error instanceof RequestValidationError) {
    // An invalid address is a programming error, an invalid body is the user's (WIRE-10).
    return {
      status: error.part === 'body' ? 422 : 400,
      code: 'ValidationError',
      message: translate(locale, 'problem.validation'),
      propertyErrors: describeIssues(error.issues, locale),
    };
  }
  const statusCode = (error as FastifyError).statusCode ?? 500;
  // A client that disconnects while sending has the same error code as a broken database connection, but Fastify
  // gives it a status below 500.
  if (statusCode >= 500 && isDatabaseUnavailable(error))
    return describe(new UnavailableError('problem.unavailable', error), request);
  if (statusCode === 404) return describe(new NotFoundError(), request);
  if (statusCode === 413)
    return { status: 413, code: 'ValidationError', message: translate(locale, 'problem.tooLarge') };
  if (statusCode >= 400 && statusCode < 500) {
    return { status: statusCode, code: 'ValidationError', message: translate(locale, 'problem.badRequest') };
  }
  return { status: 500, code: 'InternalError', message: translate(locale, 'problem.internal') };
}
