import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAfterTests } from '../../../test/clean-up.ts';

type Claims = Record<string, unknown>;

/** The provider's current faults. A well-behaved provider has none. */
export interface Misbehavior {
  /** Responses that replace documents. */
  readonly answers?: Partial<Record<'/discovery' | '/keys' | '/authorize' | '/token' | '/userinfo', Answer>>;
  /** Changes its description. */
  readonly describes?: (description: Claims) => Claims;
  /** Changes the claims of ID tokens, which are still signed correctly. */
  readonly claims?: (claims: Claims) => Claims;
  /** How ID tokens are signed: not at all, with the public key as a secret, with an unlisted key, or without naming the key. */
  readonly signs?: 'none' | 'HS256' | 'anotherKey' | 'unknownKeyId' | 'noKeyId';
  /** Claims that only /userinfo returns; the description then names that endpoint. */
  readonly userinfoClaims?: Claims;
  /** Only accepts the client's secret in a header. */
  readonly wantsBasic?: boolean;
  /** Lists a second key besides its own. */
  readonly hasSecondKey?: boolean;
  /** Parameters of the returned address; an empty text removes one. */
  readonly returns?: Record<string, string>;
  /** Seconds by which its clock is ahead. */
  readonly clockAhead?: number;
  /** Keys that it lists instead of its own. */
  readonly keys?: readonly object[];
}

export type Answer =
  | { readonly status: number; readonly body?: string; readonly headers?: Record<string, string> }
  | 'never'
  | 'endless'
  | 'drops';

/** An OpenID Connect provider with configurable faults. Its parts are small, so that each fault appears alone. */
export interface MisbehavingProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: Set<string>;
  misbehaves: Misbehavior;
  /** The claims of the signed-in user; null if no user is signed in. */
  person: Claims | null;
  /** Requested paths, in order. */
  readonly asked: string[];
  /** Signs in at an authorization address, as a browser does. @returns the returned address, or null if a page is shown */
  visit(address: string): Promise<URL | null>;
  /** An ID token or logout token with some claims, signed by its key. */
  signs(claims: Claims, header?: Claims): string;
  /** The same, signed with its public key as a shared secret (HS256). */
  signsAsSecret(claims: Claims, header?: Claims): string;
  /** Replaces its key. */
  changeKey(): void;
  /** Breaks all connections. */
  hangUp(): void;
}

interface Code {
  readonly nonce: string | null;
  readonly redirectUri: string;
}

export async function startMisbehavingProvider(
  redirectUris: readonly string[] = [],
  path = '',
): Promise<MisbehavingProvider> {
  const server = createServer((request, response) => void answer(state, request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  closeAfterTests(async () => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const state: State = {
    issuer,
    clientId: 'portal',
    clientSecret: 'the secret of the client, long enough',
    redirectUris: new Set(redirectUris),
    misbehaves: {},
    person: { sub: 'person-1', email: 'pat@acme.example', given_name: 'Pat', family_name: 'Rivers' },
    asked: [],
    codes: new Map(),
    key: newKey(),
    secondKey: newKey(),
    accessTokens: new Set(),
    visit: (address) => visit(state, address),
    signs: (claims, header = {}) => signed(state.key, claims, header),
    signsAsSecret: (claims, header = {}) => signedAsSecret(state.key, claims, header),
    hangUp: () => server.closeAllConnections(),
    changeKey: () => {
      state.key = newKey();
    },
  };
  return state;
}

interface Key {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}
type State = MisbehavingProvider & {
  key: Key;
  readonly secondKey: Key;
  readonly codes: Map<string, Code>;
  readonly accessTokens: Set<string>;
};

const newKey = (): Key => ({ id: randomUUID(), ...generateKeyPairSync('rsa', { modulusLength: 2048 }) });

async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', state.issuer);
  const at = url.pathname.slice(new URL(state.issuer).pathname.replace(/\/$/, '').length);
  const part = at === '/.well-known/openid-configuration' ? '/discovery' : at;
  state.asked.push(part);
  response.setHeader('date', new Date(Date.now() + (state.misbehaves.clockAhead ?? 0) * 1000).toUTCString());
  const instead = state.misbehaves.answers?.[part as '/keys'];
  if (instead !== undefined) misbehave(instead, response);
  else if (part === '/discovery') json(response, 200, createDescription(state));
  else if (part === '/keys') json(response, 200, { keys: listKeys(state) });
  else if (part === '/authorize') authorize(state, url, response);
  else if (part === '/token') json(response, ...token(state, await readBody(request), request.headers.authorization));
  else if (part === '/userinfo') json(response, ...userinfo(state, request.headers.authorization));
  else json(response, 404, {});
}

function misbehave(instead: Answer, response: ServerResponse): void {
  if (instead === 'drops') response.destroy();
  else if (instead === 'endless') {
    const chunk = 'x'.repeat(64 * 1024);
    const write = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', write);
    };
    write();
  } else if (instead !== 'never') {
    response.writeHead(instead.status, { 'content-type': 'text/html', ...instead.headers }).end(instead.body ?? '');
  }
}

function createDescription({ issuer, misbehaves }: State): Claims {
  const description = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    end_session_endpoint: `${issuer}/logout`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: [misbehaves.wantsBasic ? 'client_secret_basic' : 'client_secret_post'],
    ...(misbehaves.userinfoClaims && { userinfo_endpoint: `${issuer}/userinfo` }),
  };
  return misbehaves.describes?.(description) ?? description;
}

function authorize(state: State, url: URL, response: ServerResponse): void {
  const asked = Object.fromEntries(url.searchParams);
  const redirectUri = asked.redirect_uri ?? '';
  if (asked.client_id !== state.clientId || !state.redirectUris.has(redirectUri)) {
    const isKnown = asked.client_id === state.clientId;
    page(response, isKnown ? 'Invalid parameter: redirect_uri' : 'invalid_client: client is invalid');
    return;
  }
  const back = new URL(redirectUri);
  const isSilent = asked.prompt === 'none';
  const code = randomUUID();
  state.codes.set(code, { nonce: asked.nonce ?? null, redirectUri });
  const refusal = isSilent ? 'login_required' : 'access_denied';
  const outcome = isSilent || !state.person ? { error: refusal } : { code, ...state.misbehaves.returns };
  for (const [name, value] of Object.entries({ state: asked.state ?? '', ...outcome }))
    if (value !== '') back.searchParams.set(name, value);
  response.writeHead(302, { location: back.href }).end();
}

function listKeys({ misbehaves, key, secondKey }: State): readonly object[] {
  return misbehaves.keys ?? [...(misbehaves.hasSecondKey ? [publicJwk(secondKey)] : []), publicJwk(key)];
}

/** Whether the client authenticates in the required way, and in no other. */
function isClient({ clientId, clientSecret, misbehaves }: State, body: URLSearchParams, header: string | undefined) {
  if (!misbehaves.wantsBasic) return body.get('client_id') === clientId && body.get('client_secret') === clientSecret;
  const [name, secret] = [clientId, clientSecret].map((part) => new URLSearchParams({ part }).toString().slice(5));
  const wanted = `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
  return header === wanted && !body.has('client_secret');
}

function userinfo({ misbehaves, person, accessTokens }: State, header = ''): [status: number, body: object] {
  const isKnown = accessTokens.has(header.replace(/^Bearer /, ''));
  return isKnown ? [200, { sub: person?.sub, ...misbehaves.userinfoClaims }] : [401, {}];
}

function token(state: State, body: URLSearchParams, header: string | undefined): [status: number, body: object] {
  if (!isClient(state, body, header))
    return [401, { error: 'invalid_client', error_description: 'client authentication failed' }];
  const code = state.codes.get(body.get('code') ?? '');
  state.codes.delete(body.get('code') ?? '');
  if (!code || code.redirectUri !== body.get('redirect_uri'))
    return [400, { error: 'invalid_grant', error_description: 'grant request is invalid' }];
  const { clockAhead = 0, claims } = state.misbehaves;
  const now = Math.floor(Date.now() / 1000) + clockAhead;
  const stated = {
    iss: state.issuer,
    aud: state.clientId,
    iat: now,
    exp: now + 3_600,
    ...(code.nonce !== null && { nonce: code.nonce }),
    ...state.person,
  };
  const idToken = signAs(state, claims?.(stated) ?? stated);
  const accessToken = randomUUID();
  state.accessTokens.add(accessToken);
  return [200, { access_token: accessToken, token_type: 'Bearer', expires_in: 3_600, id_token: idToken }];
}

function signAs({ key, misbehaves }: State, claims: Claims): string {
  if (misbehaves.signs === 'none') return `${encoded({ alg: 'none' }, claims)}.`;
  if (misbehaves.signs === 'HS256') return signedAsSecret(key, claims, {});
  if (misbehaves.signs === 'noKeyId') return signed(key, claims, { kid: undefined });
  if (misbehaves.signs === 'anotherKey') return signed({ ...newKey(), id: key.id }, claims, {});
  return signed(key, claims, misbehaves.signs === 'unknownKeyId' ? { kid: 'unknown' } : {});
}

function signedAsSecret({ id, publicKey }: Key, claims: Claims, header: Claims): string {
  const text = encoded({ alg: 'HS256', kid: id, ...header }, claims);
  const secret = publicKey.export({ type: 'spki', format: 'pem' });
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

function signed({ id, privateKey }: Key, claims: Claims, header: Claims): string {
  const text = encoded({ alg: 'RS256', kid: id, ...header }, claims);
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
}

const encoded = (...parts: readonly object[]) =>
  parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');

const publicJwk = ({ id, publicKey }: Key) => ({
  ...publicKey.export({ format: 'jwk' }),
  kid: id,
  use: 'sig',
  alg: 'RS256',
});

const json = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const page = (response: ServerResponse, text: string): void =>
  void response.writeHead(400, { 'content-type': 'text/html' }).end(`<h1>We are sorry</h1><p>${text}</p>`);

async function readBody(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

async function visit({ issuer }: State, address: string): Promise<URL | null> {
  const { headers } = await fetch(address, { redirect: 'manual' });
  const location = headers.get('location');
  return location === null ? null : new URL(location, issuer);
}
