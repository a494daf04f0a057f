import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Body, FakeLicensing, Refusal } from './fake-licensing.ts';
import { createLicenseFile, makePortalKey, type PortalKey, signAnswer } from './portal-keys.ts';

/** Misbehavior of the portal, of a server in its place, or of the network. */
export type Misbehavior =
  | 'yesWithoutKey'
  | 'unsigned'
  | 'replay'
  | 'otherCall'
  | 'otherStatus'
  | 'otherTime'
  | 'tampered'
  | 'truncated'
  | 'huge'
  | 'notUtf8'
  | 'slow'
  | 'redirect'
  | 'tooMany'
  | 'unavailable'
  | 'failed'
  | 'requestLost'
  | 'answerLost';

interface Sent {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A fake portal with the licensing API and real keys, which misbehaves on demand. */
export class FakePortal {
  readonly key: PortalKey = makePortalKey('2026-11');
  readonly token = 'ptp_9QkR4tXw7YzB2nM5vC8dF1gH3jK6lPqS';
  /** Milliseconds by which the portal's clock is ahead. */
  clockAhead = 0;
  readonly licensing = new FakeLicensing(() => this.now());
  /** The received calls, the newest last. */
  readonly calls: { readonly call: string; readonly body: Body }[] = [];
  /** Seconds in the answers `tooMany` and `unavailable`. */
  retryAfter = 0;
  keys: readonly PortalKey[] = [this.key];
  #signing = this.key;
  #misbehaviors: Misbehavior[] = [];
  #last = new Map<string, Sent>();
  #server: Server | undefined;
  #port = 0;

  /** Starts a portal on the loopback interface. */
  static async start(): Promise<FakePortal> {
    const portal = new FakePortal();
    await portal.comeBack();
    return portal;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get publicKeys(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.keys.map(({ keyId, publicKey }) => [keyId, publicKey]));
  }

  now(): Date {
    return new Date(Date.now() + this.clockAhead);
  }

  /** Sets the misbehavior for the next calls, one for each call. */
  misbehave(...next: readonly Misbehavior[]): void {
    this.#misbehaviors.push(...next);
  }

  /** Ends all misbehavior. */
  forgive(): void {
    this.#misbehaviors = [];
  }

  /** Signs with a new key from now on, like `npm run licenses -- rotate-key`. */
  rotate(keyId: string): void {
    this.#signing = makePortalKey(keyId);
    this.keys = [this.#signing, ...this.keys];
  }

  /** A license file with an activation, as the portal creates it for a request. */
  activationFile(activation: object, more: object = {}): string {
    const { number, serialNumber, quantity, features } = this.licensing;
    const { hardwareId } = activation as { hardwareId?: string };
    return createLicenseFile(this.#signing, {
      license: number,
      serialNumber,
      model: 'host-locked',
      account: 'Acme Security',
      products: [{ product: 'desktop', plan: 'desktop-professional', version: '3.2', quantity, features }],
      quantity,
      trial: false,
      issuedAt: this.now().toISOString(),
      expiresAt: new Date(this.now().getTime() + 86_400_000).toISOString(),
      hardwareIds: [hardwareId],
      activation,
      ...more,
    });
  }

  /** Stops listening on the portal's port. */
  async leave(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }

  async comeBack(): Promise<void> {
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
    this.licensing.url = this.url;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/.well-known/portico-license-keys.json') {
      const keys = this.keys.map(({ keyId, publicKey }) => ({ keyId, algorithm: 'Ed25519', publicKey }));
      send(response, { status: 200, text: JSON.stringify({ keys }), headers: {} });
      return;
    }
    const call = /^\/api\/licensing\/v1\/(.+)$/.exec(request.url ?? '')?.[1] ?? '';
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    const body = JSON.parse(text) as Body;
    this.calls.push({ call, body });
    const misbehavior = this.#misbehaviors.shift();
    if (misbehavior === 'requestLost') response.destroy();
    else if (misbehavior === 'slow') return;
    else this.#reply(response, misbehavior, call, body, request.headers.authorization);
  }

  #reply(
    response: ServerResponse,
    misbehavior: Misbehavior | undefined,
    call: string,
    body: Body,
    authorization: string | undefined,
  ): void {
    const refused = misbehavior && this.#refuse(misbehavior, call, body);
    if (refused) {
      send(response, refused);
      return;
    }
    const before = this.#last.get(call);
    const right = this.#answer(call, body, authorization);
    this.#last.set(call, right);
    if (misbehavior === 'answerLost') response.destroy();
    else if (misbehavior === 'replay') send(response, before ?? right);
    else if (misbehavior) this.#pretend(response, misbehavior, right, call, body);
    else send(response, right);
  }

  /** Answers without checking the request. */
  #refuse(misbehavior: Misbehavior, call: string, body: Body): Sent | undefined {
    if (misbehavior === 'tooMany') return this.#problem(call, body, 429, 'TooManyRequests');
    if (misbehavior === 'failed') return this.#problem(call, body, 500, 'InternalError');
    if (misbehavior !== 'unavailable') return undefined;
    return { status: 503, text: 'busy', headers: { 'retry-after': `${this.retryAfter}` } };
  }

  #answer(call: string, body: Body, authorization: string | undefined): Sent {
    const difference = new Date(String(body.time)).getTime() - this.now().getTime();
    const data = { serverTime: this.now().toISOString(), differenceSeconds: Math.round(difference / 1000) };
    try {
      if (authorization !== `Bearer ${this.token}`) throw new Refusal(401, 'TokenRejected');
      if (Math.abs(difference) > 300_000) throw new Refusal(400, 'ClockDiffers', data);
      return this.#sign(200, { ...this.licensing.answer(call, body), ...this.#envelope(call, body) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return this.#problem(call, body, error.status, error.code, error.additionalData);
    }
  }

  #problem(call: string, body: Body, status: number, code: string, additionalData?: object): Sent {
    const problem = { code, message: `The portal says ${code}.`, additionalData, requestId: 'req-1' };
    const sent = this.#sign(status, { ...problem, ...this.#envelope(call, body) });
    return status === 429 ? { ...sent, headers: { ...sent.headers, 'retry-after': `${this.retryAfter}` } } : sent;
  }

  #envelope = (call: string, { nonce }: Body) => ({ nonce, time: this.now().toISOString(), call });

  #sign(status: number, body: object, key: PortalKey = this.#signing): Sent {
    const text = JSON.stringify(body);
    return { status, text, headers: { 'licensing-signature': signAnswer(key, status, text) } };
  }

  #pretend(response: ServerResponse, misbehavior: Misbehavior, right: Sent, call: string, body: Body): void {
    const license = this.licensing.license();
    const device = {
      id: 1,
      hardwareId: body.hardwareId,
      name: 'x',
      status: 'active',
      assignedAt: this.now().toISOString(),
    };
    const yes = { valid: true, code: 'Valid', status: 'activated', license, device, features: {}, offlineHours: 9_999 };
    const answers: Partial<Record<Misbehavior, () => Sent>> = {
      yesWithoutKey: () =>
        this.#sign(200, { ...yes, ...this.#envelope(call, body) }, makePortalKey(this.#signing.keyId)),
      unsigned: () => ({ status: 200, text: JSON.stringify({ ...yes, ...this.#envelope(call, body) }), headers: {} }),
      otherCall: () => this.#sign(200, { ...yes, ...this.#envelope('features', body) }),
      otherTime: () =>
        this.#sign(200, {
          ...yes,
          ...this.#envelope(call, body),
          time: new Date(this.now().getTime() - 400_000).toISOString(),
        }),
      // A refusal whose body is replaced by a yes. The status is part of the signature.
      otherStatus: () => ({ ...this.#sign(409, { ...yes, ...this.#envelope(call, body) }), status: 200 }),
      tampered: () => ({ ...right, text: right.text.replace(/"quantity":-?\d+/, '"quantity":999') }),
      truncated: () => ({ ...right, text: right.text.slice(0, right.text.length / 2) }),
      huge: () => ({ ...right, text: right.text + ' '.repeat(10 * 1024 * 1024) }),
      redirect: () => ({ status: 307, text: '', headers: { location: `${this.url}/elsewhere` } }),
    };
    if (misbehavior === 'notUtf8') response.writeHead(200, right.headers).end(Buffer.from([0x7b, 0xff, 0x7d]));
    else send(response, answers[misbehavior]?.() ?? right);
  }
}

function send(response: ServerResponse, { status, text, headers }: Sent): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
}
