import { randomBytes } from 'node:crypto';
import { type ClaimMapping, externalProviders } from '@portico/contract';
import { Browser } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal, type TestPortalOptions } from '../../../test/portal.ts';
import { createRouteBuilder } from '../../core/http/route.ts';
import { seal } from '../../core/secrets.ts';
import { makeBreakGlassCode } from './break-glass.ts';
import type { SingleSignOnContext } from './single-sign-on.context.ts';

/** The account Acme Security, whose users have addresses at `acme.example`. */
export const acme = 2;
export const appSecret = 'a secret of the tests, long enough';
export const publicUrl = 'http://localhost:3000';
/** The path at which the test portal creates a break-glass code. */
export const codePath = '/made-for-tests/break-glass-code';
export const html = { headers: { accept: 'text/html' } };

export interface ConnectedProvider {
  readonly id: number;
  readonly key: string;
}

interface Connection {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name?: string;
  readonly type?: 0 | 1 | 2;
  readonly tenantId?: string;
  readonly domains?: readonly string[];
  readonly createsUsers?: boolean;
  readonly claimMappings?: readonly ClaimMapping[];
  readonly accountId?: number;
}

/** The configuration that single sign-on reads. */
function createConfig({
  privateOrigins = [],
  accountProviders = {},
}: TestPortalOptions): SingleSignOnContext['config'] {
  const authorities = { entraAuthority: 'https://{tenantId}', oktaAuthority: 'https://{domain}', nameServers: [] };
  return {
    appSecret,
    features: [],
    identityProviders: { google: undefined, privateOrigins },
    accountProviders: { ...authorities, ...accountProviders },
  };
}

/** A small portal whose accounts have identity providers on loopback. */
export async function createSignOnPortal(options: TestPortalOptions = {}) {
  const database = await createTestDatabase();
  const app = await createTestPortal(database, {
    appSecret,
    publicUrl,
    ...options,
    // Replaces the administration of providers, which this portal lacks.
    extend: (portal, { audit }) => {
      const endpoint = { ...externalProviders.breakGlass, path: codePath };
      const route = createRouteBuilder({ database, audit, config: createConfig(options) });
      route(endpoint, ({ context }) => makeBreakGlassCode(context)).bind(portal);
    },
  });
  const { pool } = database;

  /** Connects an active provider to an account, as its admins would. */
  async function connect(connection: Connection): Promise<ConnectedProvider> {
    const { accountId = acme, domains = ['acme.example'], claimMappings = [], createsUsers = false } = connection;
    const key = randomBytes(12).toString('hex');
    const sealed = seal(appSecret, { purpose: 'identity provider', owner: key }, Buffer.from(connection.clientSecret));
    await pool.query(`update accounts set sso_key = 'sign-in-page-' || id where id = $1`, [accountId]);
    const { rows } = await pool.query(
      `insert into external_providers (account_id, key, name, type, domain, tenant_id, authority, client_id, client_secret, is_active,
                                       creates_users, claim_mappings, connected_by)
       values ($1, $2, $3, $4, 'acme.example', $5, $6, $7, $8, true, $9, $10,
               (select id from users where account_id = $1 and is_owner)) returning id`,
      [
        accountId,
        key,
        connection.name ?? 'Acme Login',
        connection.type ?? 1,
        connection.tenantId ?? null,
        connection.issuer,
        connection.clientId,
        sealed,
        createsUsers,
        JSON.stringify(claimMappings),
      ],
    );
    const id = Number(rows[0].id);
    await pool.query(
      `insert into external_provider_domains (provider_id, domain, record_value, proved_at, proof)
       select $1, domain, 'value', now(), 'dns' from unnest($2::text[]) domain`,
      [id, domains],
    );
    return { id, key };
  }

  /** Begins a sign-in. @returns the authorization address */
  async function begin(browser: Browser, query = '', account = acme): Promise<string> {
    const response = await browser.get(`/sso/sign-in-page-${account}${query}`, html);
    return String(response.headers.location);
  }

  /** The signed-in user's address; undefined without a session. */
  async function emailIn(browser: Browser): Promise<string | undefined> {
    const answer = await browser.get('/api/User/Current');
    return answer.statusCode === 200 ? answer.json().email : undefined;
  }

  /** The message on the sign-in page after a failure. */
  async function readMessages(browser: Browser, response: { headers: Record<string, unknown> }): Promise<string[]> {
    const { preloaded } = await browser.open(String(response.headers.location));
    return Object.values(preloaded.modelState).flat();
  }

  return {
    database,
    app,
    config: createConfig(options),
    connect,
    begin,
    emailIn,
    readMessages,
    visitor: () => new Browser(app),
    /** Opens the address to which a provider redirected. */
    comeBack: (browser: Browser, { pathname, search }: URL) => browser.get(`${pathname}${search}`, html),
    audited: async () => (await pool.query('select kind from audit_events order by id desc limit 1')).rows[0]?.kind,
    query: async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows,
  };
}
