import { createHmac } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';

/** The time limit of an answer, in milliseconds. */
const PATIENCE = 10_000;

const agents = { 'http:': new http.Agent({ keepAlive: true }), 'https:': new https.Agent({ keepAlive: true }) };

/** The target of a delivery and its signing secret. */
export interface Attempt {
  url: string;
  secret: string;
}

export interface Answered {
  /** True when the endpoint answered with success. */
  isTaken: boolean;
  /** The status of the answer, or the reason why no answer came. */
  answer: string;
}

/** The signature header of a delivery: `t=…,v1=…` over `time.body`. */
function signatureOf(secret: string, body: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/** Makes one attempt. Redirects are not followed, as at Stripe. */
export function attempt({ url, secret }: Attempt, body: string, stop: AbortSignal): Promise<Answered> {
  return new Promise((resolve) => {
    const failed = (error: Error) => resolve({ isTaken: false, answer: error.message });
    try {
      const { protocol } = new URL(url);
      const isSecure = protocol === 'https:';
      const request = (isSecure ? https : http).request(url, {
        method: 'POST',
        agent: agents[isSecure ? 'https:' : 'http:'],
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signatureOf(secret, body, Math.floor(Date.now() / 1000)),
        },
        signal: stop,
      });
      const patience = setTimeout(() => request.destroy(new Error('it did not answer in time')), PATIENCE);
      request.once('close', () => clearTimeout(patience));
      request.on('error', failed);
      request.once('response', (response) => {
        response.on('error', failed);
        response.resume().once('end', () => {
          const { statusCode = 0 } = response;
          resolve({ isTaken: statusCode >= 200 && statusCode < 300, answer: String(statusCode) });
        });
      });
      request.end(body);
    } catch (error) {
      failed(error as Error);
    }
  });
}
