import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Action } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One call of the portal's API: its request, its response, who may make it, and its error codes. */
export interface Endpoint {
  readonly method: Method;
  /** Parameters in braces: `/api/Products/{id}/Plans`. Matched case-insensitively (WIRE-3, WIRE-21). */
  readonly path: string;
  readonly summary: string;
  /** The action that the call performs. The table of actions says who may (ACC-6). Checked before the handler runs. */
  readonly action: Action;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** True if the body may also be a form (URL-encoded or multipart), not only JSON. */
  readonly form?: true;
  /**
   * True if the call's own secret or signature identifies the caller, so that programs can use it. No anti-forgery
   * token is required (CSRF-3).
   */
  readonly provesItself?: true;
  /** Bytes, for a JSON body larger than the default 256 kB. A larger one is answered with 413. */
  readonly maxBytes?: number;
  /**
   * Set if the body is a single file instead of JSON. A file that is too large is answered with 413, another type with
   * 415.
   */
  readonly file?: { readonly type: 'text/csv'; readonly maxBytes: number };
  /**
   * True if the user must have entered the password or used a passkey in the last ten minutes; otherwise
   * `ConfirmationRequired` (CON-1).
   */
  readonly confirmed?: true;
  /**
   * True if the call is open to sessions that still have to set up a required second factor (MFA-12). Other calls
   * answer such sessions with Unauthorized.
   */
  readonly duringSetup?: true;
  /** The response with status 200. Left out if the call answers with a page, a file or a redirect. */
  readonly response?: z.ZodType;
  /**
   * Error codes beyond those of every call (ValidationError, Unauthorized, Forbidden, NotFound, TooManyRequests,
   * ServiceUnavailable).
   */
  readonly errors?: readonly ErrorCode[];
}

/**
 * Declares an endpoint and keeps its literal types. The server's handlers and the browser's client take their types
 * from it.
 */
export function defineEndpoint<const Definition extends Endpoint>(definition: Definition): Definition {
  return definition;
}

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/**
 * What a caller sends; a file is passed separately. Distributes over unions, because otherwise the compiler would
 * combine the parts of all endpoints.
 */
export type RequestOf<E extends Endpoint> = E extends unknown
  ? (E extends { params: infer P } ? { params: InputOf<P> } : { params?: never }) &
      (E extends { query: infer Q } ? { query?: InputOf<Q> } : { query?: never }) &
      (E extends { body: infer B } ? { body: InputOf<B> } : { body?: never })
  : never;

/** What a handler receives: parsed, with defaults. */
export interface ParsedRequestOf<E extends Endpoint> {
  params: E extends { params: infer P } ? OutputOf<P> : Record<never, never>;
  query: E extends { query: infer Q } ? OutputOf<Q> : Record<never, never>;
  body: E extends { body: infer B } ? OutputOf<B> : E extends { file: object } ? Uint8Array : undefined;
}

/** The response with status 200. */
export type ResponseOf<E extends Endpoint> = E extends { response: infer R } ? OutputOf<R> : undefined;
