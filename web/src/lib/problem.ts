import { t } from '@lingui/core/macro';
import type { ErrorCode, Problem } from '@portico/contract';

/** Longer texts are not meant for people (WEB-5). */
const longestMessage = 512;

/** `NoResponse`: the request was made but nothing came back. `Unreadable`: something came back that is no problem body. */
export type ProblemCode = ErrorCode | 'NoResponse' | 'Unreadable';

export type ApiProblem = Omit<Problem, 'code'> & { code: ProblemCode };

/** A call that did not succeed. A canceled call is not one of these: it rejects with the browser's AbortError. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly problem: ApiProblem;
  /** Seconds after which the server may be asked again; null when it did not say. */
  readonly retryAfter: number | null;

  constructor(status: number, problem: ApiProblem, retryAfter: number | null = null) {
    super(problem.message);
    this.status = status;
    this.problem = problem;
    this.retryAfter = retryAfter;
  }

  get code(): ProblemCode {
    return this.problem.code;
  }

  /** Until when further tries are refused (code TooManyRequests); null otherwise. */
  get blockedTo(): Date | null {
    const moment = this.problem.additionalData?.blockedTo;
    return typeof moment === 'string' ? new Date(moment) : null;
  }

  /** Whether asking the same again may help: nothing came back, or the server said it is away for now. */
  get isTemporary(): boolean {
    return this.code === 'NoResponse' || this.status === 503;
  }
}

export function isCanceled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Returns the answer of a poll; null if none came or the poll was refused for now, so that the next one may bring it. */
export async function unlessMissed<Answer>(look: Promise<Answer>): Promise<Answer | null> {
  try {
    return await look;
  } catch (error) {
    if (error instanceof ApiError && (error.isTemporary || error.status === 429)) return null;
    throw error;
  }
}

/** Whether there is no such thing. What another account owns answers the same. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'NotFound';
}

/** An error of the page's own whose message a person reads. */
export class ToldError extends Error {
  override readonly name: string = 'ToldError';
}

/** What went wrong, in one text for a person (WEB-4, WEB-5, WIRE-14). Several messages stand on lines of their own. */
export function describeProblem(error: unknown): string {
  if (error instanceof ToldError) return error.message;
  const message = error instanceof ApiError ? wordsOf(error) : t`Something went wrong!`;
  return message.length > longestMessage ? t`An error occurred. Try it again.` : message;
}

function wordsOf(error: ApiError): string {
  const { code, errors, propertyErrors, message } = error.problem;
  if (code === 'NoResponse') return t`The request was made but no response was received`;
  if (errors && Object.keys(errors).length > 0) return Object.values(errors).join('\n');
  if (code === 'ValidationError' && propertyErrors && Object.keys(propertyErrors).length > 0) {
    return Object.values(propertyErrors).flat().join('\n');
  }
  return message || t`Something went wrong!`;
}

/** Id by which support finds the call in the log; null when nothing came back. */
export function requestIdOf(error: unknown): string | null {
  return error instanceof ApiError && error.problem.requestId ? error.problem.requestId : null;
}
