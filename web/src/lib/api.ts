import type { EndpointMap, Problem, RequestOf, ResponseOf } from '@portico/contract';
import { antiForgeryToken } from './anti-forgery.ts';
import { slowCall, suspectLater } from './connection.ts';
import { currentLocale } from './locale.ts';
import { ApiError } from './problem.ts';
import { leaveForbidden, reloadForSignIn } from './session.ts';

export type EndpointKey = keyof EndpointMap;

type Options = { signal?: AbortSignal };
/** A form may replace the JSON body if the endpoint accepts forms. Only the server checks its field names. */
type WithForm<Request> = Request extends { body: infer Body }
  ? Omit<Request, 'body'> & { body: Body | FormData }
  : Request;
type RequestsByKey = { [Key in EndpointKey]: WithForm<RequestOf<EndpointMap[Key]>> & Options };
/**
 * An interface, so that the compiler looks up only the needed members. It would compute a mapped type for all
 * endpoints at once and exceed its limits.
 */
interface Requests extends RequestsByKey {}
type Arguments<Key extends EndpointKey> =
  Record<never, never> extends Requests[Key] ? [request?: Requests[Key]] : [request: Requests[Key]];

export type Answer<Key extends EndpointKey> = ResponseOf<EndpointMap[Key]>;

/** The query parameters of a list's request, for hooks that pass them on. */
export type QueryOf<Key extends EndpointKey> = Requests[Key]['query'];

type Scalar = string | number | boolean;
type Loose = {
  params?: Record<string, Scalar>;
  query?: Record<string, Scalar | readonly Scalar[] | null | undefined>;
  body?: unknown;
  signal?: AbortSignal;
};

/**
 * `/api/Products/{id}` with its parameters and query. A list becomes a repeated parameter; empty values are omitted.
 */
export function buildUrl(path: string, params: Loose['params'] = {}, query: Loose['query'] = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const part of Array.isArray(value) ? value : [value]) {
      if (part !== undefined && part !== null && part !== '') search.append(name, String(part));
    }
  }
  const text = search.toString();
  return text ? `${filled}?${text}` : filled;
}

async function readProblem(response: Response): Promise<ApiError> {
  const seconds = Number(response.headers.get('Retry-After'));
  const retryAfter = Number.isFinite(seconds) && seconds > 0 ? seconds : null;
  const body = (await response.json().catch(() => null)) as Partial<Problem> | null;
  if (body && typeof body === 'object' && typeof body.code === 'string') {
    return new ApiError(response.status, { message: '', requestId: '', ...body } as Problem, retryAfter);
  }
  const requestId = response.headers.get('X-Request-Id') ?? '';
  return new ApiError(response.status, { code: 'Unreadable', message: response.statusText, requestId }, retryAfter);
}

/**
 * The response to a request.
 * @throws ApiError with code NoResponse if none arrived
 */
async function requestResponse(url: string, init: RequestInit, suspect: () => void): Promise<Response> {
  const slow = setTimeout(suspect, slowCall);
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    suspect();
    throw new ApiError(0, { code: 'NoResponse', message: '', requestId: '' });
  } finally {
    clearTimeout(slow);
  }
}

/** Sends a request and returns a successful response. */
async function send(key: EndpointKey, { params, query, body, signal }: Loose): Promise<Response> {
  const separator = key.indexOf(' ');
  const method = key.slice(0, separator);
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': currentLocale() });
  if (method !== 'GET') headers.set('RequestVerificationToken', antiForgeryToken());
  const isForm = body instanceof FormData;
  const isFile = body instanceof Blob;
  if (isFile) headers.set('Content-Type', body.type);
  else if (body !== undefined && !isForm) headers.set('Content-Type', 'application/json');
  const init: RequestInit = { method, headers, credentials: 'same-origin', redirect: 'error' };
  if (signal) init.signal = signal;
  if (body !== undefined) init.body = isForm || isFile ? body : JSON.stringify(body);

  return exchange(buildUrl(key.slice(separator + 1), params, query), init);
}

/** Sends a request to an address of this server and returns a successful response. */
async function exchange(url: string, init: RequestInit): Promise<Response> {
  const suspect = suspectLater();
  const response = await requestResponse(url, init, suspect);
  if (!response.ok) {
    const error = await readProblem(response);
    // A proxy answered, because the server is unreachable.
    if (response.status >= 502 && error.code === 'Unreadable') suspect();
    if (response.status === 401 && (error.code === 'Unauthorized' || error.code === 'Unreadable')) reloadForSignIn();
    if (response.status === 403 && (error.code === 'Forbidden' || error.code === 'Unreadable')) leaveForbidden();
    throw error;
  }
  return response;
}

/**
 * Calls an endpoint of the contract: `api('GET /api/Subscription/list', { query: { page: 2 } })`. 401 reloads the
 * page and 403 opens /forbidden (WEB-1); both also reject.
 * @throws ApiError unless the response is a success; the browser's AbortError if `signal` canceled the call
 */
export async function api<Key extends EndpointKey>(key: Key, ...[request]: Arguments<Key>): Promise<Answer<Key>> {
  const response = await send(key, (request as Loose | undefined) ?? {});
  if (response.status === 204) return undefined as Answer<Key>;
  return (await response.json()) as Answer<Key>;
}

/** Like `api`, with a file as the body. The contract sets the content type. */
export async function apiUpload<Key extends EndpointKey>(
  key: Key,
  file: Blob,
  query?: Record<string, Scalar>,
): Promise<Answer<Key>> {
  const response = await send(key, { body: file, ...(query && { query }) });
  return (await response.json()) as Answer<Key>;
}

/** Like `api`, for a response that is a file. */
export async function apiFile<Key extends EndpointKey>(key: Key, ...[request]: Arguments<Key>): Promise<Blob> {
  return (await send(key, (request as Loose | undefined) ?? {})).blob();
}

/**
 * A report by its address, with the name that the server gave it (IMP-10).
 * @throws ApiError as `api`; also if the server aborts the report
 */
export async function apiReport(url: string): Promise<{ file: Blob; name: string }> {
  const headers = { Accept: 'application/json', 'Accept-Language': currentLocale() };
  const response = await exchange(url, { headers, credentials: 'same-origin', redirect: 'error' });
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'report.csv';
  const file = await response.blob().catch(() => {
    throw new ApiError(0, { code: 'NoResponse', message: '', requestId: '' });
  });
  return { file, name };
}
