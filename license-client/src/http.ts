import { LicensingError } from './errors.ts';

export type Fetch = typeof globalThis.fetch;

/** Maximum size of an answer in bytes. */
const maxBytes = 1024 * 1024;

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface HttpOptions {
  readonly fetch: Fetch;
  /** For the complete answer. */
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Makes one request. Redirects are not followed, because they would receive the token.
 * @throws LicensingError `PortalAway` without a complete answer in time, `AnswerNotTrusted` for one of more than 1 MiB
 * or with invalid UTF-8
 * @throws the reason of `signal` if it is aborted
 */
export async function request(url: string, init: RequestInit, options: HttpOptions): Promise<HttpAnswer> {
  const timeout = AbortSignal.timeout(options.timeoutSeconds * 1000);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    const response = await options.fetch(url, { ...init, redirect: 'error', credentials: 'omit', signal });
    return { status: response.status, headers: response.headers, text: await readText(response) };
  } catch (error) {
    if (error instanceof LicensingError) throw error;
    options.signal?.throwIfAborted();
    const reason = timeout.aborted ? 'timeout' : 'network';
    throw new LicensingError('PortalAway', `The portal does not answer: ${reason}.`, { reason, cause: error });
  }
}

async function readText(response: Response): Promise<string> {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  // A byte order mark is kept, because it is part of the signed text.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let [text, bytes] = ['', 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decode(decoder);
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      // The sender may never end the answer.
      reader.cancel().catch(() => undefined);
      throw new LicensingError('AnswerNotTrusted', 'The answer is larger than 1 MiB.', { reason: 'tooLarge' });
    }
    text += decode(decoder, value);
  }
}

function decode(decoder: InstanceType<typeof TextDecoder>, part?: Uint8Array): string {
  try {
    return decoder.decode(part, { stream: part !== undefined });
  } catch (cause) {
    throw new LicensingError('AnswerNotTrusted', 'The answer is not UTF-8.', { reason: 'malformed', cause });
  }
}
