import { t } from '@lingui/core/macro';
import type { ErrorCode, Problem } from '@portico/contract';

/** Characters. Longer texts are not meant for users (WEB-5). */
const longestMessage = 512;

/** `NoResponse`: no response arrived. `Unreadable`: the response has no problem body. */
export type ProblemCode = ErrorCode | 'NoResponse' | 'Unreadable';

export type ApiProblem = Omit<Problem, 'code'> & { code: ProblemCode };

/** A failed call. A canceled call rejects with the browser's AbortError instead. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly problem: ApiProblem;
  /** Seconds after which the call may be repeated; null if the server did not say. */
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

  /** When the call may be repeated (code TooManyRequests); otherwise null. */
  get blockedTo(): Date | null {
    const moment = this.problem.additionalData?.blockedTo;
    return typeof moment === 'string' ? new Date(moment) : null;
  }

  /** When the call may be repeated after TooManyRequests: in a minute if the server did not say. */
  get retryAt(): Date {
    return this.blockedTo ?? new Date(Date.now() + (this.retryAfter ?? 60) * 1000);
  }

  /** Whether a retry may help: no response arrived, or the server is temporarily unavailable. */
  get isTemporary(): boolean {
    return this.code === 'NoResponse' || this.status === 503;
  }
}

export function isCanceled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * Returns the answer of a poll; null if no answer came or the server refused temporarily, so that the next poll may
 * succeed.
 */
export async function unlessMissed<Answer>(look: Promise<Answer>): Promise<Answer | null> {
  try {
    return await look;
  } catch (error) {
    if (error instanceof ApiError && (error.isTemporary || error.status === 429)) return null;
    throw error;
  }
}

/** Whether the object does not exist. The server answers the same for objects of other accounts. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'NotFound';
}

/** An error of the application with a message for the user. */
export class MessageError extends Error {
  override readonly name: string = 'ToldError';
}

/** Describes a failure in one text for the user (WEB-4, WEB-5, WIRE-14). Several messages are on separate lines. */
export function describeProblem(error: unknown): string {
  if (error instanceof MessageError) return error.message;
  const message = error instanceof ApiError ? describeApiError(error) : t`Something went wrong!`;
  return message.length > longestMessage ? t`An error occurred. Try it again.` : message;
}

function describeApiError(error: ApiError): string {
  const { code, errors, propertyErrors, message } = error.problem;
  if (code === 'NoResponse') return t`The request was made but no response was received`;
  if (errors && Object.keys(errors).length > 0) return Object.values(errors).join('\n');
  if (code === 'ValidationError' && propertyErrors && Object.keys(propertyErrors).length > 0) {
    return Object.values(propertyErrors).flat().join('\n');
  }
  return message || t`Something went wrong!`;
}

/** The id by which support finds the call in the log; null without a response. */
export function findRequestId(error: unknown): string | null {
  return error instanceof ApiError && error.problem.requestId ? error.problem.requestId : null;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Replaces the field's name in a server message with its label: 'The firstName field is required' → 'The First name
 * field is required' (WIRE-9).
 */
export function withLabel(message: string, field: string, label: string | undefined): string {
  return label ? message.replace(new RegExp(`\\b${escaped(field)}\\b`, 'i'), label) : message;
}
