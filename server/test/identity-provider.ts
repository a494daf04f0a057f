import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import Provider, { interactionPolicy } from 'oidc-provider';
import { closeAfterTests } from './clean-up.ts';
import { ownPort } from './own-port.ts';

export interface Person {
  readonly sub: string;
  readonly email: string;
  readonly emailVerified?: boolean;
}

type Claims = Record<string, unknown>;

/** A real provider of OpenID Connect on loopback. Whoever comes is signed in as `person` at once. */
export interface TestIdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who is signed in there; null gives up. */
  person: Person | null;
  /** Changes the claims of ID tokens, which are signed again with the provider's key. */
  tamper: ((claims: Claims) => Claims) | null;
  /** Signs ID tokens with a key that is not the provider's. */
  forges: boolean;
  /** Goes through the provider's pages as a browser does. @returns the address to which it leads back. */
  visit(address: string): Promise<URL>;
  /** Answers nothing any more. */
  close(): Promise<void>;
}

/** @param port of loopback; by default a free one of this worker of Vitest */
export async function startIdentityProvider(
  redirectUri: string,
  port: number | Promise<number> = ownPort(),
): Promise<TestIdentityProvider> {
  const at = await port;
  const issuer = `http://127.0.0.1:${at}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const another = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const client = { clientId: `portal-${at}`, clientSecret: 'the secret of the client, long enough' };
  const people = new Map<string, Person>();
  const provider = createProvider({ issuer, redirectUri, privateKey, people, ...client });

  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) {
      void provider.callback()(request, response);
      return;
    }
    const { person } = started;
    if (person) people.set(person.sub, person);
    void finishInteraction(provider, request, response, person);
  });
  const started: TestIdentityProvider = {
    issuer,
    ...client,
    person: { sub: 'nobody', email: 'nobody@provider.example' },
    tamper: null,
    forges: false,
    visit: (address) => follow(address, issuer),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  provider.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: string } | undefined;
    if (context.path !== '/token' || !body?.id_token || !(started.tamper || started.forges)) return;
    body.id_token = signAgain(body.id_token, started.tamper, started.forges ? another : privateKey);
  });
  await new Promise<void>((resolve) => void server.listen(at, '127.0.0.1', resolve));
  closeAfterTests(started.close);
  return started;
}

function createProvider(settings: {
  issuer: string;
  redirectUri: string;
  privateKey: KeyObject;
  clientId: string;
  clientSecret: string;
  people: ReadonlyMap<string, Person>;
}): Provider {
  const { issuer, redirectUri, privateKey, clientId, clientSecret, people } = settings;
  const policy = interactionPolicy.base();
  // Google asks which account it shall be.
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' } as never] },
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => {
        const person = people.get(sub);
        return { sub, email: person?.email, email_verified: person?.emailVerified ?? true };
      },
    }),
  });
}

type Incoming = Parameters<Provider['interactionDetails']>;

/** Signs the person in, and grants what is asked for. */
async function finishInteraction(
  provider: Provider,
  request: Incoming[0],
  response: Incoming[1],
  person: Person | null,
): Promise<void> {
  if (!person) {
    const refusal = { error: 'access_denied', error_description: 'The person gave up.' };
    await provider.interactionFinished(request, response, refusal, { mergeWithLastSubmission: false });
    return;
  }
  const { params } = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId: person.sub, clientId: String(params.client_id) });
  grant.addOIDCScope(String(params.scope));
  const consent = { grantId: await grant.save() };
  const login = { accountId: person.sub };
  await provider.interactionFinished(request, response, { login, consent, select_account: {} });
}

function signAgain(token: string, tamper: ((claims: Claims) => Claims) | null, key: KeyObject): string {
  const [head = '', body = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims;
  const signed = `${head}.${Buffer.from(JSON.stringify(tamper?.(claims) ?? claims)).toString('base64url')}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

/** Follows redirects within the provider, with its cookies. @returns the first address outside. */
async function follow(address: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = new URL(address);
  for (let steps = 0; steps < 10; steps += 1) {
    if (next.origin !== issuer) return next;
    const header = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(next, { redirect: 'manual', headers: { cookie: header } });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s);
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (!location)
      throw new Error(`${next.pathname} answered ${response.status}: ${(await response.text()).slice(0, 2000)}`);
    next = new URL(location, next);
  }
  throw new Error('the provider leads on and on');
}
