import type Stripe from 'stripe';
import { currentCaller, FairQueue } from '../db/fair-queue.ts';
import { callRefusedCode } from './errors.ts';

/** Limits for concurrent and waiting calls. */
export interface CallBounds {
  /**
   * Maximum number of concurrent calls of this process. Stripe allows 25 a second in test mode and 100 in live mode.
   */
  readonly atOnce: number;
  /** Maximum number of calls ahead of a waiting call. A call with more calls ahead is refused. */
  readonly waiting: number;
}

const defaultBounds: CallBounds = { atOnce: 20, waiting: 200 };

/** A finished attempt of a call. */
export interface StripeCall {
  /** Method and path, with `{id}` for ids, such as 'POST /v1/invoices/{id}/pay'. */
  readonly operation: string;
  /** HTTP status; 0 without an answer, and if the call was refused before it was made. */
  readonly status: number;
  /** Time from sending the request to its end. Excludes the time in the queue. */
  readonly milliseconds: number;
}

/** A call that Stripe understood and refused. */
export interface StripeRefusal extends Pick<StripeCall, 'operation' | 'status'> {
  /** Stripe's code, parameter and message. */
  readonly code: string | undefined;
  readonly param: string | undefined;
  readonly message: string | undefined;
  /** Identifies the call in Stripe's dashboard. */
  readonly requestId: string | undefined;
}

type HttpClient = Stripe.HttpClient;
type Response = Stripe.HttpClientResponse;
type Request = Parameters<HttpClient['makeRequest']>;

/**
 * Limits the SDK's HTTP client (LIM-9). Callers take turns (LIM-13). Calls that the SDK must not repeat get an answer
 * that prevents it:
 * - a call without an answer in time, which an operation's worker repeats (OPS-12);
 * - a write without an idempotency key;
 * - a call with too many others ahead of it (STR-5).
 */
export function boundedHttpClient(
  inner: HttpClient,
  given: Partial<CallBounds> | undefined,
  onCall: ((call: StripeCall) => void) | undefined,
  onRefusal?: (refusal: StripeRefusal) => void,
): HttpClient {
  const { acquireSlot, releaseSlot } = createSlots({ ...defaultBounds, ...given });

  async function send(request: Request): Promise<Response> {
    const [, , path, method, headers] = request;
    const from = performance.now();
    const report = (status: number) =>
      onCall?.({ operation: operationName(method, path), status, milliseconds: Math.round(performance.now() - from) });
    try {
      const response = await inner.makeRequest(...request);
      report(response.getStatusCode());
      return onRefusal ? reportRefusal(response, operationName(method, path), onRefusal) : response;
    } catch (error) {
      report(0);
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ETIMEDOUT') return refusal(504, 'Stripe did not answer in time.');
      const isSafe = method === 'GET' || Object.keys(headers).some((name) => name.toLowerCase() === 'idempotency-key');
      // Without a connection, nothing was carried out.
      if (isSafe || code === 'ECONNREFUSED') throw error;
      return refusal(502, 'The connection to Stripe broke.');
    }
  }

  return {
    getClientName: () => inner.getClientName(),
    async makeRequest(...request) {
      const [, , , , , , , timeout] = request;
      if (!(await acquireSlot(timeout))) return busy(request, onCall);
      try {
        return await send(request);
      } finally {
        releaseSlot();
      }
    },
  };
}

/** Statuses of declined cards, conflicts and too many calls, which are no refusals, and of objects that a lookup does not find. */
const otherStatuses: ReadonlySet<number> = new Set([402, 404, 409, 429]);

/** Reports a refused call once its answer is read. */
function reportRefusal(response: Response, operation: string, onRefusal: (refusal: StripeRefusal) => void): Response {
  const status = response.getStatusCode();
  if (status < 400 || status >= 500 || (otherStatuses.has(status) && !(status === 404 && operation.startsWith('POST'))))
    return response;
  const toJSON = async () => {
    const json = await response.toJSON();
    const { code, param, message } = (json as { error?: Partial<StripeRefusal> }).error ?? {};
    onRefusal({ operation, status, code, param, message, requestId: response.getHeaders()['request-id'] as string });
    return json;
  };
  return {
    getStatusCode: () => status,
    getHeaders: () => response.getHeaders(),
    getRawResponse: () => response.getRawResponse(),
    toStream: (onComplete) => response.toStream(onComplete),
    toJSON,
  };
}

/** The slots of concurrent calls, and the queue for them. */
function createSlots(bounds: CallBounds) {
  const waiting = new FairQueue<{ readonly begin: (isTurn: boolean) => void }>();
  let underWay = 0;

  /** Waits for a slot for a call. @returns false if none becomes free in time. */
  async function acquireSlot(milliseconds: number): Promise<boolean> {
    if (underWay < bounds.atOnce) {
      underWay += 1;
      return true;
    }
    if (waiting.countBefore(currentCaller.getStore()) >= bounds.waiting) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const item = { begin: resolve };
    waiting.push(item);
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(item), 1);
      resolve(false);
    }, milliseconds);
    const isTurn = await promise;
    clearTimeout(timer);
    return isTurn;
  }

  /** Passes a slot on to the next call. */
  function releaseSlot(): void {
    const next = waiting.shift();
    if (next) next.begin(true);
    else underWay -= 1;
  }

  return { acquireSlot, releaseSlot };
}

/** Distinguishes ids in a path by their digits and capitals, which the words in Stripe's paths do not have. */
function operationName(method: string, path: string): string {
  const segments = path.split('?')[0]?.split('/') ?? [];
  return `${method} ${segments.map((part, at) => (at > 1 && /[^a-z_]/.test(part) ? '{id}' : part)).join('/')}`;
}

function busy([, , path, method]: Request, onCall: ((call: StripeCall) => void) | undefined): Response {
  onCall?.({ operation: operationName(method, path), status: 0, milliseconds: 0 });
  return refusal(503, 'Too many calls are waiting.', callRefusedCode);
}

/** A response of the portal in Stripe's format, which the SDK turns into an error immediately. */
function refusal(status: number, message: string, code?: string): Response {
  return {
    getStatusCode: () => status,
    getHeaders: () => ({ 'stripe-should-retry': 'false' }),
    getRawResponse: () => ({}),
    toStream: () => undefined,
    toJSON: async () => ({ error: { type: 'api_error', message, ...(code && { code }) } }),
  };
}
