import type { Clock } from './clock.ts';
import { randomNonce } from './encoding.ts';
import { isAway, LicensingError } from './errors.ts';
import type { Emitter } from './events.ts';
import { type HttpAnswer, request } from './http.ts';
import type { KeyRing } from './keys.ts';
import { isObject } from './license.ts';
import type { Options } from './options.ts';
import { type Answer, type Fields, openAnswer, readSignature } from './signed-answer.ts';
import { foreignReason } from './standing.ts';
import type { Standings } from './standings.ts';
import type { KeptState } from './state.ts';
import type { Call } from './wire.ts';

/** The shared state of the client's parts. */
export interface ClientContext {
  readonly options: Options;
  readonly state: KeptState;
  readonly keys: KeyRing;
  readonly clock: Clock;
  readonly events: Emitter;
  readonly standings: Standings;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** The signed answers of errors. */
const answers = new WeakMap<LicensingError, Answer>();

/** The signed answer to this call behind an error; undefined without one. */
export const answerBehind = (error: LicensingError): Answer | undefined => answers.get(error);

/** Maximum milliseconds before a call is repeated. */
const maxWait = 30_000;

/**
 * Makes a call of the licensing API. Without an answer it is repeated at growing random intervals, which is safe for
 * every call.
 * @returns a current answer to this call, signed by the portal
 * @throws LicensingError with the portal's code, or `PortalAway` or `AnswerNotTrusted`
 */
export async function callPortal(
  context: ClientContext,
  call: Call,
  fields: Fields,
  given: CallOptions = {},
): Promise<Answer> {
  const { options } = context;
  const { signal } = given;
  // Never stored, so that only the portal can answer this call.
  const nonce = randomNonce();
  let wasClockTold = false;
  for (let attempt = 0; ; ) {
    try {
      return await send(context, call, fields, nonce, signal);
    } catch (error) {
      if (!(error instanceof LicensingError)) throw error;
      if (error.code === 'ClockDiffers' && !wasClockTold) {
        // The next attempt uses the portal's time.
        wasClockTold = true;
        continue;
      }
      const wait = waitAfter(error, attempt, options.retryMilliseconds);
      if (attempt >= options.retries || wait === undefined) throw error;
      attempt += 1;
      await pause(wait, signal);
    }
  }
}

/** Milliseconds to wait before a repetition; undefined if repeating would not help, or not soon. */
function waitAfter(error: LicensingError, attempt: number, first: number): number | undefined {
  if (!isAway(error)) return undefined;
  const asked = (error.retryAfterSeconds ?? 0) * 1000;
  if (asked > maxWait) return undefined;
  // Random, so that products that lost the portal together do not return together.
  return asked + Math.min(first * 2 ** attempt, maxWait) * (0.5 + Math.random() / 2);
}

async function send(
  context: ClientContext,
  call: Call,
  fields: Fields,
  nonce: string,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const { options, keys, clock } = context;
  const { version, locale, token } = options;
  const time = new Date(await clock.now()).toISOString();
  const body = JSON.stringify({ nonce, time, version, locale, ...fields });
  const headers = {
    authorization: `Bearer ${typeof token === 'string' ? token : await token()}`,
    'content-type': 'application/json',
  };
  // Errors are ignored here, because they recur when the key is needed.
  keys.prepare().catch(() => undefined);
  const url = `${options.portal}/api/licensing/v1/${call}`;
  const received = await request(url, { method: 'POST', headers, body }, { ...options, signal });
  const answer = await verify(context, received);
  if (answer.call !== call) throw notTrusted('call', answer);
  // The nonce is null if the portal could not read the request. Such an answer is always an error.
  if (answer.nonce !== nonce && !(answer.nonce === null && answer.status >= 400)) throw notTrusted('nonce', answer);
  const isClock = answer.body.code === 'ClockDiffers';
  if (!isClock && !(await clock.isPresent(answer.time))) throw notTrusted('time', answer);
  if (answer.nonce !== null) await learn(context, answer, isClock);
  const foreign = foreignReason(answer, options);
  if (foreign) throw notTrusted(foreign, answer);
  if (answer.status === 200) return answer;
  const problem = toLicensingError(answer, received);
  if (answer.nonce !== null) answers.set(problem, answer);
  throw problem;
}

async function learn({ clock, options, events }: ClientContext, answer: Answer, isClock: boolean): Promise<void> {
  if (isClock) {
    const ahead = options.now().getTime() - answer.time;
    const differenceSeconds = Math.round(ahead / 1000);
    events.emit('clockDiffers', { portalTime: new Date(answer.time), differenceSeconds });
  }
  await clock.learn(answer);
}

/** @throws LicensingError `PortalAway` for an unsigned answer, `AnswerNotTrusted` for a wrong signature */
async function verify({ keys }: ClientContext, { status, headers, text }: HttpAnswer): Promise<Answer> {
  const signature = readSignature(headers.get('licensing-signature'));
  if (!signature) {
    const retryAfterSeconds = parseRetryAfter(headers);
    const detail = { status, reason: 'unsigned', ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
    throw new LicensingError('PortalAway', 'The answer is not signed.', detail);
  }
  const key = await keys.find(signature.keyId);
  if (!key) throw notTrusted('unknownKey', { status });
  const opened = await openAnswer({ status, text, ...signature }, key);
  if (!opened.ok) throw notTrusted(opened.reason, { status });
  return opened.answer;
}

/** The error for an answer with a status other than 200. */
function toLicensingError({ status, body }: Answer, { headers }: HttpAnswer): LicensingError {
  const { code, message, requestId, additionalData, propertyErrors } = body;
  const retryAfterSeconds = parseRetryAfter(headers);
  return new LicensingError(
    typeof code === 'string' ? code : 'InternalError',
    typeof message === 'string' ? message : 'The portal refused the call.',
    {
      status,
      ...(typeof requestId === 'string' && { requestId }),
      ...(isObject(additionalData) && { additionalData }),
      ...(isObject(propertyErrors) && { propertyErrors }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    },
  );
}

/** Retry-After in seconds, if it is a number. */
function parseRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

function notTrusted(reason: string, { status }: { readonly status: number }): LicensingError {
  return new LicensingError('AnswerNotTrusted', `The answer is not the portal’s: ${reason}.`, { status, reason });
}

/** @throws the signal's reason if it is aborted */
function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(end, milliseconds);
    function end(): void {
      signal?.removeEventListener('abort', end);
      clearTimeout(timer);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    }
    signal?.addEventListener('abort', end);
  });
}
