import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint } from './endpoint.ts';
import { ApiError } from './errors.ts';

export interface Keys {
  secret: string;
  publishable: string;
}

export interface Caller {
  isBrowser: boolean;
  /** Throws when the endpoint needs the secret key and the caller has the publishable one. */
  mayCall(endpoint: Endpoint): void;
}

function refuse(message: string, code?: string): ApiError {
  return new ApiError(
    401,
    { type: 'invalid_request_error', message, ...(code === undefined ? {} : { code }) },
    { headers: { 'www-authenticate': 'Bearer realm="Stripe"' } },
  );
}

/** The key with its middle masked: `sk_test_*****word`. */
function masked(key: string): string {
  return key.length <= 12 ? '*'.repeat(key.length) : `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`;
}

/** The part of a request that identifies the caller. */
interface Asked {
  headers: IncomingHttpHeaders;
  body: unknown;
}

/**
 * Identifies the caller from `Authorization: Bearer …` or `Basic …`, or from the `key` field of a browser's form.
 * The secret key is public knowledge, so it is never accepted from a form, which any page can send.
 */
export function authenticate(keys: Keys, { headers, body }: Asked): Caller {
  const field = (body as { key?: unknown } | null | undefined)?.key;
  const inHeader = keyFrom(headers.authorization);
  const key = inHeader ?? (typeof field === 'string' ? field : undefined);
  if (key === undefined || key === '') {
    throw refuse(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    );
  }
  if (key !== keys.secret && key !== keys.publishable) throw refuse(`Invalid API Key provided: ${masked(key)}`);
  const isBrowser = key === keys.publishable;
  if (!isBrowser && inHeader === undefined) {
    throw refuse('The secret key is only taken from the Authorization header; a form may carry the publishable key.');
  }
  if (!isBrowser && isFromPage(headers)) {
    throw refuse(
      'The secret key is not taken from web pages. Use it on a server, and the publishable key in browsers.',
    );
  }
  return {
    isBrowser,
    mayCall(endpoint) {
      if (isBrowser && endpoint.access !== 'browser') {
        throw refuse(
          'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
          'secret_key_required',
        );
      }
    },
  };
}

/** True for a request that a script, a form or a link of a page sent. A request that the user typed has `none`. */
function isFromPage(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  return headers.origin !== undefined || (site !== undefined && site !== 'none' && site !== 'same-origin');
}

function keyFrom(authorization: string | undefined): string | undefined {
  const [scheme, value = ''] = (authorization ?? '').split(' ');
  if (scheme?.toLowerCase() === 'bearer') return value;
  if (scheme?.toLowerCase() === 'basic') return Buffer.from(value, 'base64').toString('utf8').split(':')[0];
  return undefined;
}
