import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** What an installation, an account and a user must all have before a call or a screen is open to that user (spec 3 'Who is who'). */
export const features = ['customerAdmin', 'billing'] as const;
export type Feature = (typeof features)[number];

/** What a user may do with their own profile (spec 2 §6). */
export const permissions = ['changePassword', 'changeExternalLogins'] as const;
export type Permission = (typeof permissions)[number];

/**
 * Who may make a call. The server enforces it before the handler runs; the browser only hides what it would refuse.
 * Calls that change something (every method but GET) are refused to read-only users unless `readOnly` says otherwise.
 */
export interface Access {
  /** `anyone`: no session needed. `user`: signed in. `admin`: the account's owner and admins. `operator`: the vendor's staff. */
  readonly who: 'anyone' | 'user' | 'admin' | 'operator';
  /** Features that the signed-in user must have, all of them. */
  readonly features?: readonly Feature[];
  /** True where a read-only user may call a changing method because it changes nothing of the account (sign-out, a price calculation). */
  readonly readOnly?: true;
  /** True where an operator acting as a customer is refused (password, second factor, cards, owner). */
  readonly notWhileActing?: true;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One call of the portal's API: what goes in, what comes out, who may make it, and which errors it names. */
export interface Endpoint {
  readonly method: Method;
  /** As the specification writes it, parameters in braces: `/api/Products/{id}/Plans`. Matched without regard to case. */
  readonly path: string;
  readonly summary: string;
  /** Signed in is the default. */
  readonly access?: Access;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** True where the body may also come as a form (url-encoded or multipart), not only as JSON. */
  readonly form?: true;
  /** The answer with status 200. Left out where the call answers with a page, a file or a redirect. */
  readonly response?: z.ZodType;
  /** Named errors beyond those that every call can give (ValidationError, Unauthorized, Forbidden, NotFound, TooManyRequests, ServiceUnavailable). */
  readonly errors?: readonly ErrorCode[];
}

export const signedIn: Access = { who: 'user' };

/** Declares an endpoint and keeps its literal types, from which the server's handlers and the browser's client are typed. */
export function defineEndpoint<const Definition extends Endpoint>(definition: Definition): Definition {
  return definition;
}

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** What a caller sends. */
export type RequestOf<E extends Endpoint> = (E extends { params: infer P }
  ? { params: InputOf<P> }
  : { params?: never }) &
  (E extends { query: infer Q } ? { query?: InputOf<Q> } : { query?: never }) &
  (E extends { body: infer B } ? { body: InputOf<B> } : { body?: never });

/** What a handler gets, parsed, with defaults filled in. */
export interface ParsedRequestOf<E extends Endpoint> {
  params: E extends { params: infer P } ? OutputOf<P> : Record<never, never>;
  query: E extends { query: infer Q } ? OutputOf<Q> : Record<never, never>;
  body: E extends { body: infer B } ? OutputOf<B> : undefined;
}

/** What comes back with status 200. */
export type ResponseOf<E extends Endpoint> = E extends { response: infer R } ? OutputOf<R> : undefined;
