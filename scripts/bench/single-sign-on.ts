import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { findEmbeddedPostgres } from '@portico/postgres';
import pg from 'pg';
import { seal } from '../../server/src/core/secrets.ts';
import { freePort, prepareInstallation, processorTime, startPortal, startServer } from './processes.ts';
import { median, type Row } from './row.ts';

const rounds = 3;
/** Number of people who sign in once per round, and the concurrency. */
const people = 400;
const atOnce = 10;
const signInPage = 'bench-sign-in';
const client = { id: 'portal', secret: 'the secret of the client, long enough' };
const nameOf = (person: number) => `sso-${person}@acme.example`;
const addressOf = (person: number) => `10.0.${person >> 8}.${person & 255}`;

interface Connected {
  readonly portal: string;
  readonly provider: string;
}

/**
 * Sign-ins with an account's own OpenID provider, which runs in a separate process: both requests to the portal and the
 * provider's pages between them.
 */
export async function measureSingleSignOn(folder: string): Promise<Row[]> {
  const [port, key] = [await freePort(), randomBytes(12).toString('hex')];
  const issuer = `http://127.0.0.1:${port}`;
  const appSecret = randomBytes(32).toString('base64url');
  const settings = { TRUSTED_PROXIES: '127.0.0.1', APP_SECRET: appSecret, PRIVATE_IDENTITY_PROVIDERS: issuer };
  const installation = await prepareInstallation(folder, 'single-sign-on', settings);
  const publicUrl = `http://127.0.0.1:${installation.port}`;
  const portal = await startPortal({ ...installation, env: { ...installation.env, PUBLIC_URL: publicUrl } });
  const program = join(import.meta.dirname, 'bare', 'identity-provider.ts');
  const provider = await startServer(
    [process.execPath, program, String(port), client.id, client.secret, `${publicUrl}/signin-sso/${key}`],
    { port, path: '/readyz', env: {}, logFile: join(installation.folder, 'provider.log') },
  );
  try {
    await connect(installation.env.DATA_DIR ?? '', { key, issuer, appSecret });
    const rates: number[] = [];
    const processor: number[] = [];
    // The first round creates the users, and both processes compile their code.
    for (let round = 0; round <= rounds; round += 1) {
      const before = processorTime(portal.pid);
      const rate = await signInAll({ portal: portal.url, provider: issuer });
      if (round === 0) continue;
      rates.push(rate);
      processor.push((processorTime(portal.pid) - before) / people);
    }
    return [
      { figure: 'sign-ins through an OpenID provider', ours: median(rates), unit: 'a second', aim: 'none' },
      { figure: "such a sign-in's processor time in the portal", ours: median(processor), unit: 'ms', aim: 'none' },
    ];
  } finally {
    await provider.stop();
    await portal.stop();
  }
}

/** Connects the provider to the demo's account, as its admins would. */
async function connect(
  dataDir: string,
  { key, issuer, appSecret }: { readonly key: string; readonly issuer: string; readonly appSecret: string },
): Promise<void> {
  const database = new pg.Client({ connectionString: await findEmbeddedPostgres(dataDir) });
  await database.connect();
  try {
    const sealed = seal(appSecret, { purpose: 'identity provider', owner: key }, Buffer.from(client.secret));
    await database.query(
      `with account as (
         update accounts set sso_key = $1 where id = (select account_id from users where email = 'owner@acme.example') returning id
       ), provider as (
         insert into external_providers (account_id, key, name, type, domain, authority, client_id, client_secret, is_active, creates_users)
         select id, $2, 'Measured', 1, 'acme.example', $3, $4, $5, true, true from account returning id
       )
       insert into external_provider_domains (provider_id, domain, record_value, proved_at, proof)
       select id, 'acme.example', 'value', now(), 'dns' from provider`,
      [signInPage, key, issuer, client.id, sealed],
    );
  } finally {
    await database.end();
  }
}

/** @returns sign-ins a second */
async function signInAll(connected: Connected): Promise<number> {
  let next = 0;
  const begin = performance.now();
  const line = async () => {
    while (next < people) {
      next += 1;
      await signIn(connected, next);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, line));
  return people / ((performance.now() - begin) / 1000);
}

/**
 * The redirects of one person: the portal, the provider's pages with its cookies, and the portal again. @throws Error
 * if it ends without a session
 */
async function signIn({ portal, provider }: Connected, person: number): Promise<void> {
  const headers = { 'x-forwarded-for': addressOf(person), accept: 'text/html' };
  const hint = encodeURIComponent(nameOf(person));
  const led = await fetch(`${portal}/sso/${signInPage}?login_hint=${hint}`, { redirect: 'manual', headers });
  await led.arrayBuffer();
  const ours = cookiesOf(led);
  const back = await visit(new URL(led.headers.get('location') ?? ''), provider);
  const done = await fetch(back, { redirect: 'manual', headers: { ...headers, cookie: ours } });
  await done.arrayBuffer();
  if (!cookiesOf(done).includes('portico_session='))
    throw new Error(`${nameOf(person)} could not sign in: ${done.status} ${done.headers.get('location')}`);
}

/** Follows redirects within the provider. @returns the first address outside */
async function visit(address: URL, provider: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = address;
  while (next.origin === provider) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const pair of cookiesOf(answer).split('; ')) {
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`${next.pathname} answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
    next = new URL(location, next);
  }
  return next;
}

const cookiesOf = ({ headers }: Response) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
