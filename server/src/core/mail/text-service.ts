import { z } from 'zod';
import type { TextsConfig } from '../config.ts';
import { DeliveryError } from './delivery-error.ts';

export interface OutgoingText {
  /** The same for every try, so that the service can detect duplicates. */
  readonly id: string;
  /** E.164, such as +14155550132. */
  readonly to: string;
  readonly text: string;
}

export interface TextService {
  /** @throws DeliveryError */
  send(message: OutgoingText): Promise<void>;
}

/** Maximum milliseconds to wait for a response. */
const answerLimit = 15_000;

interface Service {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  readonly from: string;
}

/** How to call a service and read its response. The refusal is undefined if the service accepted the message. */
interface Format {
  request(service: Service, message: OutgoingText): RequestInit;
  parseRefusal(status: number, body: unknown): DeliveryError | undefined;
}

/**
 * Statuses that are not about the message, but about the credentials, the address, the load or the state of the
 * service.
 */
const laterStatuses = new Set([401, 403, 404, 408, 425, 429]);

function refusalByStatus(status: number, words: string): DeliveryError | undefined {
  if (status >= 200 && status < 300) return undefined;
  return new DeliveryError(`${status} ${words}`.trim(), status >= 400 && status < 500 && !laterStatuses.has(status));
}

function basicAuth({ user, password }: Service): Record<string, string> {
  if (user === '') return {};
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}

/** The portal's own format: `{ id, to, from, text }`, answered with 2xx. */
const webhook: Format = {
  request: (service, { id, to, text }) => ({
    headers: { ...basicAuth(service), 'content-type': 'application/json', 'idempotency-key': id },
    body: JSON.stringify({ id, to, from: service.from || null, text }),
  }),
  parseRefusal: (status) => refusalByStatus(status, ''),
};

const twilioAnswer = z.object({ code: z.number().optional(), message: z.string().optional() });

const twilio: Format = {
  request: (service, { to, text }) => ({
    headers: basicAuth(service),
    body: new URLSearchParams({
      To: to,
      // The id of a messaging service, or a number.
      [/^MG[\da-f]{32}$/.test(service.from) ? 'MessagingServiceSid' : 'From']: service.from,
      Body: text,
    }),
  }),
  parseRefusal: (status, body) => {
    const { code, message = '' } = twilioAnswer.safeParse(body).data ?? {};
    return refusalByStatus(status, code === undefined ? message : `${code} ${message}`);
  },
};

const vonageAnswer = z.object({
  messages: z.array(z.object({ status: z.string(), 'error-text': z.string().optional() })).min(1),
});

/** Throttling, an internal error, wrong credentials, an exhausted account: a later try may succeed. */
const vonageLater = new Set(['1', '4', '5', '9', '14']);

const vonage: Format = {
  request: ({ user, password, from }, { to, text }) => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ api_key: user, api_secret: password, from, to: to.replace('+', ''), text, type: 'unicode' }),
  }),
  parseRefusal: (status, body) => {
    const answer = vonageAnswer.safeParse(body).data;
    if (!answer) return refusalByStatus(status, '') ?? new DeliveryError('The answer could not be read', false);
    const refused = answer.messages.find((message) => message.status !== '0');
    if (!refused) return undefined;
    return new DeliveryError(
      `${refused.status} ${refused['error-text'] ?? ''}`.trim(),
      !vonageLater.has(refused.status),
    );
  },
};

const formats: Record<TextsConfig['service'], Format> = { webhook, twilio, vonage };

/** Sends text messages with a service. Redirects are not followed, so that the credentials go nowhere else. */
export function createTextService(config: Omit<TextsConfig, 'url'> & { url: string }): TextService {
  const address = new URL(config.url);
  const service: Service = {
    url: `${address.origin}${address.pathname}${address.search}`,
    user: decodeURIComponent(address.username),
    password: decodeURIComponent(address.password),
    from: config.from,
  };
  const format = formats[config.service];
  return {
    async send(message) {
      const answer = await ask(service, format.request(service, message));
      const refusal = format.parseRefusal(answer.status, answer.body);
      if (refusal) throw refusal;
    },
  };
}

/** @throws DeliveryError if there is no response. */
async function ask({ url }: Service, request: RequestInit): Promise<{ status: number; body: unknown }> {
  try {
    const signal = AbortSignal.timeout(answerLimit);
    const response = await fetch(url, { ...request, method: 'POST', redirect: 'manual', signal });
    const body = await response.json().catch(() => undefined);
    return { status: response.status, body };
  } catch (error) {
    throw new DeliveryError('The service does not answer', false, error);
  }
}
