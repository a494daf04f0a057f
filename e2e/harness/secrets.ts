import type { BrowserContext, Response } from '@playwright/test';
import { paths } from '@portico/contract';
import { demonstrationPassword } from './demonstration-password.ts';

/** Fields of requests that contain secrets. */
const secretField = /^(password|newPassword|newPasswordConfirmation|code|token)$/;

/** Fields of responses that contain secrets. */
const secretAnswer = new Set(['sharedKey', 'codes', 'recoveryCodes', 'token']);

/** Calls whose responses contain secrets: about second factors and product tokens. */
const secretCall = /\/api\/MFA\/|\/(?:AddToken|ReplaceToken)(?:\/|$)/;

/** Codes, link tokens, seeds and passwords that this worker's stories typed or read. Neither database nor log may contain one. */
export class Secrets {
  readonly #all = new Set<string>();
  readonly #keptInMail = new Set<string>();
  readonly #reading = new Set<Promise<void>>();

  /** Records a secret, except values that also occur elsewhere: the demo's password, and deliberately wrong input. */
  add(secret: string): void {
    const isCode = /^\d{6}$/.test(secret) && new Set(secret).size > 1;
    const isLong = secret.length >= 20 || (secret.length >= 10 && /\d/.test(secret));
    if ((isCode || isLong) && secret !== demonstrationPassword) this.#all.add(secret);
  }

  /** Records the secret of a mailed link, which is its fragment, or a code. Other words of a mail are not secrets. */
  addMailed(found: string): void {
    const [address = '', fragment] = found.split('#');
    if (fragment !== undefined) this.add(fragment);
    if (fragment !== undefined && isLeaving(address)) this.#keptInMail.add(fragment);
    else if (/^\d{6}$/.test(found)) this.add(found);
  }

  /** Records the secrets among the fields of a request's body: JSON or a form. */
  addFields(body: string): void {
    for (const [name, value] of listFields(body)) if (secretField.test(name)) this.add(value);
  }

  /** Records the secrets that a browser sends, and those that it is shown only once. */
  watch(context: BrowserContext): void {
    context.on('request', (request) => this.addFields(request.postData() ?? ''));
    context.on('response', (response) => {
      if (!secretCall.test(response.url())) return;
      const reading = this.#addAnswer(response).finally(() => this.#reading.delete(reading));
      this.#reading.add(reading);
    });
  }

  async #addAnswer(response: Response): Promise<void> {
    // The body is gone if the page was left.
    const answer: unknown = await response.json().catch(() => null);
    for (const [name, value] of Object.entries(answer ?? {}))
      if (secretAnswer.has(name)) for (const secret of [value].flat()) this.add(String(secret));
  }

  /** Everything that was recorded. */
  async all(): Promise<ReadonlySet<string>> {
    await Promise.all(this.#reading);
    return this.#all;
  }

  /** Secrets that may remain in stored mail: unsubscribe links, which grant no access (REC-5). */
  get keptInMail(): ReadonlySet<string> {
    return this.#keptInMail;
  }
}

/** The secrets of this worker. */
export const secrets = new Secrets();

/** Whether a mailed link is a recipient's unsubscribe link. */
const isLeaving = (address: string) =>
  URL.canParse(address) && new URL(address).pathname.endsWith(paths.leaveRecipient);

function listFields(body: string): [string, string][] {
  if (body.startsWith('{')) return Object.entries(JSON.parse(body)).map(([name, value]) => [name, String(value)]);
  const parts = [...body.matchAll(/name="(\w+)"\r\n\r\n([^\r]*)\r\n/g)];
  if (parts.length > 0) return parts.map(([, name = '', value = '']) => [name, value]);
  return [...new URLSearchParams(body)];
}
