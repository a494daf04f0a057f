import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import Provider, { interactionPolicy } from 'oidc-provider';
import { closeAfterTests } from './clean-up.ts';
import { ownPort } from './own-port.ts';

export interface Person {
  readonly sub: string;
  readonly email: string;
  readonly emailVerified?: boolean;
  /** Contained in the ID token. */
  readonly groups?: readonly string[];
  /** As in Entra ID: the tenant, and the person's id within it. */
  readonly tid?: string;
  readonly oid?: string;
}

/** How the provider differs from a plain one at the root of its address. */
export interface ProviderShape {
  /** Path of its issuer, such as Entra ID's `/{tenant}/v2.0`. */
  readonly path?: string;
  /** Allowed redirect address after signing out. */
  readonly signedOutUri?: string;
  /** Its target for back-channel sign-outs. */
  readonly backChannelUri?: string;
}

/** A browser's cookies at the provider, by name. */
export type Jar = Map<string, string>;

type Claims = Record<string, unknown>;

/** A real OpenID Connect provider on loopback. Every visitor is immediately signed in as `person`. */
export interface TestIdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The signed-in person; null cancels the sign-in. */
  person: Person | null;
  /** Changes the claims of ID tokens, which are then signed again with the provider's key. */
  tamper: ((claims: Claims) => Claims) | null;
  /** Whether ID tokens are signed with a key that is not the provider's. */
  forges: boolean;
  /**
   * Follows the provider's pages like a browser. @param jar a new browser's by default @returns the address to which it
   * redirects back.
   */
  visit(address: string, jar?: Jar): Promise<URL>;
  /**
   * Signs out at the provider and confirms it, like a browser. @returns the address to which it redirects back; null if
   * it shows its own page
   */
  signOut(address: string, jar: Jar): Promise<URL | null>;
  /** Stops answering. */
  close(): Promise<void>;
}

/** @param port on loopback; by default a free one of this Vitest worker */
export async function startIdentityProvider(
  redirectUri: string,
  port: number | Promise<number> = ownPort(),
  shape: ProviderShape = {},
): Promise<TestIdentityProvider> {
  const at = await port;
  const { path = '' } = shape;
  const issuer = `http://127.0.0.1:${at}${path}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const another = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const client = { clientId: `portal-${at}`, clientSecret: 'the secret of the client, long enough' };
  const people = new Map<string, Person>();
  const provider = createProvider({ issuer, redirectUri, privateKey, people, ...shape, ...client });

  const server = createServer((request, response) => {
    // Like a server in front of it that serves several providers.
    Object.assign(request, { originalUrl: request.url });
    if (path !== '' && request.url?.startsWith(path)) request.url = request.url.slice(path.length);
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
    visit: async (address, jar = new Map()) => {
      const { left } = await follow({ method: 'GET', address }, issuer, jar);
      if (!left) throw new Error('the provider did not redirect');
      return left;
    },
    signOut: (address, jar) => signOut(address, issuer, jar),
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
  path?: string;
  signedOutUri?: string;
  backChannelUri?: string;
}): Provider {
  const { issuer, redirectUri, privateKey, clientId, clientSecret, people, path = '' } = settings;
  const { signedOutUri, backChannelUri } = settings;
  const policy = interactionPolicy.base();
  // Google asks the user to choose an account.
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
        ...(signedOutUri && { post_logout_redirect_uris: [signedOutUri] }),
        ...(backChannelUri && { backchannel_logout_uri: backChannelUri, backchannel_logout_session_required: true }),
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' } as never] },
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub', 'sid', 'groups', 'tid', 'oid'], email: ['email', 'email_verified', 'hd'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    // It protects itself against private addresses, but the portal has one.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { policy, url: (_context, { uid }) => `${path}/interaction/${uid}` },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => {
        const person = people.get(sub);
        const { email, emailVerified = true, groups, tid, oid } = person ?? {};
        // Like Google for the addresses of a company that it hosts.
        return { sub, email, email_verified: emailVerified, hd: email?.split('@')[1], groups, tid, oid };
      },
    }),
  });
}

type Incoming = Parameters<Provider['interactionDetails']>;

/** Signs the person in and grants everything requested. */
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

interface Step {
  readonly method: 'GET' | 'POST';
  readonly address: string;
  readonly form?: URLSearchParams;
}

/**
 * Follows redirects within the provider, with its cookies. @returns the first address outside, or the page at the end.
 */
async function follow(
  step: Step,
  issuer: string,
  jar: Jar,
): Promise<{ readonly left: URL; readonly page: null } | { readonly left: null; readonly page: string }> {
  let { method, form } = step;
  let next = new URL(step.address);
  for (let steps = 0; steps < 10; steps += 1) {
    if (next.origin !== new URL(issuer).origin) return { left: next, page: null };
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(next, {
      method,
      redirect: 'manual',
      headers: { cookie },
      ...(form && { body: form }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split(/=(.*)/s);
      jar.set(name, value);
    }
    const location = response.headers.get('location');
    const text = location ? '' : await response.text();
    if (!location && response.ok) return { left: null, page: text };
    if (!location) throw new Error(`${next.pathname} answered ${response.status}: ${text.slice(0, 2000)}`);
    next = new URL(location, next);
    [method, form] = ['GET', undefined];
  }
  throw new Error('the provider redirects endlessly');
}

async function signOut(address: string, issuer: string, jar: Jar): Promise<URL | null> {
  const { page } = await follow({ method: 'GET', address }, issuer, jar);
  const [, action] = /<form[^>]* action="([^"]+)"/.exec(page ?? '') ?? [];
  const [, xsrf] = /name="xsrf" value="([^"]+)"/.exec(page ?? '') ?? [];
  if (!action || !xsrf) throw new Error(`the provider shows no question: ${page?.slice(0, 2000)}`);
  const form = new URLSearchParams({ xsrf, logout: 'yes' });
  return (await follow({ method: 'POST', address: new URL(action, address).href, form }, issuer, jar)).left;
}
