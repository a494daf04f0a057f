import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Action } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One call of the portal's API: what goes in, what comes out, who may make it, and which errors it names. */
export interface Endpoint {
  readonly method: Method;
  /** Parameters in braces: `/api/Products/{id}/Plans`. Matched without regard to case (WIRE-3, WIRE-21). */
  readonly path: string;
  readonly summary: string;
  /** What a call does; the table of actions says who may (ACC-6). Checked before the handler runs. */
  readonly action: Action;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** True where the body may also come as a form (url-encoded or multipart), not only as JSON. */
  readonly form?: true;
  /** True where the call's own secret or signature proves who calls, so that programs may: it wants no anti-forgery token (CSRF-3). */
  readonly provesItself?: true;
  /** Bytes of a longer JSON body than the usual 256 kB. A longer one is answered with 413. */
  readonly mostBytes?: number;
  /** The one file that the body is, where it is no JSON. A longer one is answered with 413, another type with 415. */
  readonly file?: { readonly type: 'text/csv'; readonly mostBytes: number };
  /** True where the user must have given the password or a passkey in the last ten minutes; `ConfirmationRequired` otherwise (CON-1). */
  readonly confirmed?: true;
  /** True where a session may call that still has to set up the second factor its account demands (MFA-12). All others answer it with Unauthorized. */
  readonly duringSetup?: true;
  /** The answer with status 200. Left out where the call answers with a page, a file or a redirect. */
  readonly response?: z.ZodType;
  /** Named errors beyond those that every call can give (ValidationError, Unauthorized, Forbidden, NotFound, TooManyRequests, ServiceUnavailable). */
  readonly errors?: readonly ErrorCode[];
}

/** Declares an endpoint and keeps its literal types, from which the server's handlers and the browser's client are typed. */
export function defineEndpoint<const Definition extends Endpoint>(definition: Definition): Definition {
  return definition;
}

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/**
 * What a caller sends. A file is sent beside it. Of several endpoints together each is resolved by itself: else the compiler would combine the parts
 * of all with each other.
 */
export type RequestOf<E extends Endpoint> = E extends unknown
  ? (E extends { params: infer P } ? { params: InputOf<P> } : { params?: never }) &
      (E extends { query: infer Q } ? { query?: InputOf<Q> } : { query?: never }) &
      (E extends { body: infer B } ? { body: InputOf<B> } : { body?: never })
  : never;

/** What a handler gets, parsed, with defaults filled in. */
export interface ParsedRequestOf<E extends Endpoint> {
  params: E extends { params: infer P } ? OutputOf<P> : Record<never, never>;
  query: E extends { query: infer Q } ? OutputOf<Q> : Record<never, never>;
  body: E extends { body: infer B } ? OutputOf<B> : E extends { file: object } ? Uint8Array : undefined;
}

/** What comes back with status 200. */
export type ResponseOf<E extends Endpoint> = E extends { response: infer R } ? OutputOf<R> : undefined;
