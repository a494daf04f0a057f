import type { Clock } from './clock.ts';
import { randomNonce } from './encoding.ts';
import { isAway, LicensingError } from './errors.ts';
import type { Emitter } from './events.ts';
import { type HttpAnswer, request } from './http.ts';
import type { KeyRing } from './keys.ts';
import { isObject } from './license.ts';
import type { Options } from './options.ts';
import { type Answer, type Fields, openAnswer, readSignature } from './signed-answer.ts';
import type { Standings } from './standings.ts';
import type { KeptState } from './state.ts';
import type { Call } from './wire.ts';

/** What the client's parts share. */
export interface Context {
  readonly options: Options;
  readonly state: KeptState;
  readonly keys: KeyRing;
  readonly clock: Clock;
  readonly events: Emitter;
  readonly standings: Standings;
}

export interface CallOptions {
  /** The same for what must count once however often it is sent; random by default. */
  readonly nonce?: string;
  readonly signal?: AbortSignal | undefined;
}

/** The signed answers behind errors. */
const answers = new WeakMap<LicensingError, Answer>();

/** The signed answer to this very call that an error stands for; undefined without one. */
export const answerBehind = (error: LicensingError): Answer | undefined => answers.get(error);

/** Milliseconds; the longest that a call waits before it is sent again. */
const longestWait = 30_000;

/**
 * Makes a call of the licensing API. Without an answer it is sent again, at growing and random intervals: every call may be.
 * @returns an answer that the portal signed, to this call and now
 * @throws LicensingError with the portal's code, or `PortalAway` or `AnswerNotTrusted`
 */
export async function callPortal(
  context: Context,
  call: Call,
  fields: Fields,
  given: CallOptions = {},
): Promise<Answer> {
  const { nonce = randomNonce(), signal } = given;
  const { options } = context;
  let wasClockTold = false;
  for (let attempt = 0; ; ) {
    try {
      return await send(context, call, fields, nonce, signal);
    } catch (error) {
      if (!(error instanceof LicensingError)) throw error;
      if (error.code === 'ClockDiffers' && !wasClockTold) {
        // The next attempt has the portal's time.
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

/** Milliseconds; undefined where asking again brings nothing, or not soon. */
function waitAfter(error: LicensingError, attempt: number, first: number): number | undefined {
  if (!isAway(error)) return undefined;
  const asked = (error.retryAfterSeconds ?? 0) * 1000;
  if (asked > longestWait) return undefined;
  // Products that lost the portal at the same moment do not come back at the same moment.
  return asked + Math.min(first * 2 ** attempt, longestWait) * (0.5 + Math.random() / 2);
}

async function send(
  context: Context,
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
  // What goes wrong here is found again when the key is needed.
  keys.prepare().catch(() => undefined);
  const url = `${options.portal}/api/licensing/v1/${call}`;
  const received = await request(url, { method: 'POST', headers, body }, { ...options, signal });
  const answer = await verify(context, received);
  if (answer.call !== call) throw notTrusted('call', answer);
  // Null where the portal could not read the request; such an answer is a problem, never a yes.
  if (answer.nonce !== nonce && !(answer.nonce === null && answer.status >= 400)) throw notTrusted('nonce', answer);
  const isClock = answer.body.code === 'ClockDiffers';
  if (!isClock && !(await clock.isPresent(answer.time))) throw notTrusted('time', answer);
  if (answer.nonce !== null) await learn(context, answer, isClock);
  if (answer.status === 200) return answer;
  const problem = problemOf(answer, received);
  if (answer.nonce !== null) answers.set(problem, answer);
  throw problem;
}

async function learn({ clock, options, events }: Context, answer: Answer, isClock: boolean): Promise<void> {
  if (isClock) {
    const ahead = options.now().getTime() - answer.time;
    const differenceSeconds = Math.round(ahead / 1000);
    events.emit('clockDiffers', { portalTime: new Date(answer.time), differenceSeconds });
  }
  await clock.learn(answer);
}

/** @throws LicensingError `PortalAway` for an answer that nobody signed, `AnswerNotTrusted` for one that is signed wrongly */
async function verify({ keys }: Context, { status, headers, text }: HttpAnswer): Promise<Answer> {
  const signature = readSignature(headers.get('licensing-signature'));
  if (!signature) {
    const retryAfterSeconds = secondsOf(headers);
    const detail = { status, reason: 'unsigned', ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
    throw new LicensingError('PortalAway', 'Nobody signed the answer.', detail);
  }
  const key = await keys.find(signature.keyId);
  if (!key) throw notTrusted('unknownKey', { status });
  const opened = await openAnswer({ status, text, ...signature }, key);
  if (!opened.ok) throw notTrusted(opened.reason, { status });
  return opened.answer;
}

/** What an answer with another status than 200 means. */
function problemOf({ status, body }: Answer, { headers }: HttpAnswer): LicensingError {
  const { code, message, requestId, additionalData, propertyErrors } = body;
  const retryAfterSeconds = secondsOf(headers);
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

/** Retry-After in seconds, where it is a number. */
function secondsOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

function notTrusted(reason: string, { status }: { readonly status: number }): LicensingError {
  return new LicensingError('AnswerNotTrusted', `The answer is not the portal’s: ${reason}.`, { status, reason });
}

/** @throws the signal's reason once it is aborted */
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
