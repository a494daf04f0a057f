import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Why a third-party server gave no acceptable answer. */
export type UnreachableReason = 'addressNotAllowed' | 'away' | 'tooSlow' | 'tooLarge' | 'redirected';

/**
 * A third-party server gave no acceptable answer: it was unreachable or too slow, the answer was too large or a
 * redirect, or the address is forbidden.
 */
export class UnreachableError extends Error {
  override name = 'UnreachableError';
  readonly reason: UnreachableReason;
  /** The requested address without its query; undefined if unknown. */
  readonly address: string | undefined;

  constructor(
    message: string,
    { reason = 'away', address, cause }: { reason?: UnreachableReason; address?: string; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.reason = reason;
    this.address = address;
  }
}

export interface GuardedFetchOptions {
  /** Origins that may be private or without TLS, such as `http://127.0.0.1:4222`; a setting for development. */
  readonly privateOrigins: readonly string[];
  /** Host names that are allowed, `*.okta.com` for all subdomains; empty or omitted for any public host (EXT-14). */
  readonly allowedHosts?: readonly string[] | undefined;
  readonly timeoutMilliseconds?: number;
  /** Returns redirects instead of refusing them. They are never followed. */
  readonly returnsRedirects?: boolean;
}

interface GuardedRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Maximum bytes of an answer. Documents of identity providers have a few kilobytes, their sign-in pages a few hundred.
 */
const maxAnswerBytes = 1024 * 1024;

/** The headers of an answer that are passed on. */
const passedHeaders = ['content-type', 'date', 'location', 'www-authenticate'] as const;

/**
 * Fetches from a server whose address comes from users: only HTTPS, only public addresses, no redirects (EXT-9,
 * SSO-40). Addresses are checked when connecting, so that DNS cannot change in between.
 * @throws UnreachableError unless the status is below 500 and not a redirect.
 */
export function createGuardedFetch({
  privateOrigins,
  allowedHosts = [],
  timeoutMilliseconds = 10_000,
  returnsRedirects = false,
}: GuardedFetchOptions) {
  return async (address: string, call: GuardedRequest = {}): Promise<Response> => {
    const url = new URL(address);
    const isPrivate = privateOrigins.includes(url.origin);
    if (!isPrivate && url.protocol !== 'https:') throw notHttps(url);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (!isPrivate && !isAllowedHost(host, allowedHosts)) throw hostNotAllowed(host);
    // A literal address is not looked up, so it is checked here.
    if (!isPrivate && isIP(host) !== 0 && !isPublicAddress(host)) throw privateAddress(host);
    const limit = AbortSignal.timeout(timeoutMilliseconds);
    const signal = call.signal ? AbortSignal.any([call.signal, limit]) : limit;
    return send(url, { ...call, signal }, { returnsRedirects, ...(!isPrivate && { lookup: publicLookup }) });
  };
}

/** Addresses that represent an IPv4 address in an obsolete form, such as `::7f00:1`. */
const formerlyMapped = ipaddr.IPv6.parseCIDR('::/96');

/**
 * The internal service of a cloud provider (Azure) at an address that counts as public. The metadata addresses of other
 * providers are in reserved ranges.
 */
const internalServices: readonly string[] = ['168.63.129.16'];

/** Whether an address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6 && parsed.match(formerlyMapped)) return false;
  return parsed.range() === 'unicast' && !internalServices.includes(parsed.toString());
}

function isAllowedHost(host: string, allowed: readonly string[]): boolean {
  const fits = (one: string) => (one.startsWith('*.') ? host.endsWith(one.slice(1)) : host === one);
  return allowed.length === 0 || allowed.some(fits);
}

const hostNotAllowed = (where: string) =>
  new UnreachableError(`not one of IDENTITY_PROVIDER_HOSTS: ${where}`, { reason: 'addressNotAllowed' });
const privateAddress = (where: string) =>
  new UnreachableError(`not a public address: ${where}`, { reason: 'addressNotAllowed' });
const notHttps = ({ origin }: URL) => new UnreachableError(`not https: ${origin}`, { reason: 'addressNotAllowed' });

const withoutQuery = ({ origin, pathname }: URL) => `${origin}${pathname}`.slice(0, 300);

type LookupDone = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** Looks up a name and refuses it if any of its addresses is private. */
function publicLookup(host: string, options: LookupOptions, done: LookupDone): void {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error) done(error, '');
    else if (!first || addresses.some(({ address }) => !isPublicAddress(address))) done(privateAddress(host), '');
    else if (options.all) done(null, addresses);
    else done(null, first.address, first.family);
  });
}

function send(
  url: URL,
  { method = 'GET', headers = {}, body, signal }: GuardedRequest,
  { lookup, returnsRedirects }: { readonly lookup?: typeof publicLookup; readonly returnsRedirects: boolean },
): Promise<Response> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const fail = (cause: unknown) =>
    reject(
      cause instanceof UnreachableError
        ? cause
        : new UnreachableError(`no answer from ${url.origin}`, {
            reason: isTimeout(cause) ? 'tooSlow' : 'away',
            address: withoutQuery(url),
            cause,
          }),
    );
  // Without an agent, no connection that other code opened is reused.
  const sent = request(url, { method, headers, agent: false, ...(signal && { signal }), ...(lookup && { lookup }) });
  sent.on('error', fail);
  sent.on('response', (answer) => {
    const { statusCode = 0 } = answer;
    const isRedirect = statusCode >= 300 && statusCode < 400;
    if (statusCode >= 500 || (isRedirect && !returnsRedirects)) {
      sent.destroy();
      const reason = isRedirect ? 'redirected' : 'away';
      fail(new UnreachableError(`${url.origin} answered ${statusCode}`, { reason, address: withoutQuery(url) }));
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    answer.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxAnswerBytes)
        sent.destroy(new UnreachableError(`${url.origin} answered too much`, { reason: 'tooLarge' }));
      else chunks.push(chunk);
    });
    answer.on('error', fail);
    answer.on('end', () => {
      const isEmpty = statusCode === 204 || isRedirect;
      const passed = passedHeaders.flatMap((name) => (answer.headers[name] ? [[name, answer.headers[name]]] : []));
      resolve(
        new Response(isEmpty ? null : Buffer.concat(chunks), {
          status: statusCode,
          headers: Object.fromEntries(passed),
        }),
      );
    });
  });
  sent.end(body === undefined || body === null ? undefined : String(body));
  return promise;
}

/** Whether a request was aborted because of its timeout. */
function isTimeout(cause: unknown): boolean {
  for (let current = cause; current instanceof Error; current = current.cause)
    if (current.name === 'TimeoutError') return true;
  return false;
}
