import type { Browser } from '../../../test/browser.ts';
import { closeAfterTests } from '../../../test/clean-up.ts';
import { startUsers } from '../../accounts/users/users.test-support.ts';
import type { HeldSubscription } from '../../catalog/index.ts';
import { createCatalog } from '../../catalog/index.ts';
import type { Mail } from '../../core/mail/index.ts';
import { countProviderSessions, endProviderSessions } from '../single-sign-on/sso-sessions.ts';
import type { ExternalProvidersContext } from './external-providers.context.ts';
import { externalProvidersModule } from './external-providers.routes.ts';
import { startNameServer } from './name-server.test-support.ts';

export const publicUrl = 'http://localhost:3000';
const appSecret = 'a secret of the tests, long enough';
export const base = '/api/ExternalProviders';
const owner = 'owner@acme.example';
export const secret = 'V3ry~Long.Client-Secret_q9Lx';

/** What the form of an OpenID provider sends. */
export const form = {
  name: 'Acme Login',
  domain: 'login.acme.example',
  authority: 'https://login.acme.example',
  clientId: 'portal',
  clientSecret: secret,
  prohibitOtherAuthentications: false,
  userCreation: true,
};

/** The demo's users with the provider API, and a name server whose records a test sets. */
export async function startExternalProviders() {
  const nameServer = await startNameServer();
  let context: ExternalProvidersContext | undefined;
  /** Ids of accounts whose owner has a break-glass code. */
  const withCode = new Set<number>();
  /** Ids of products that accounts subscribe to. */
  const held = new Set<string>();
  const started = await startUsers((parts) => {
    context = {
      ...parts,
      mail: parts.mail as Mail,
      config: {
        appSecret,
        accountProviders: {
          entraAuthority: 'https://login.microsoftonline.com/{tenantId}/v2.0',
          oktaAuthority: 'https://{domain}.okta.com',
          nameServers: [nameServer.address],
        },
        identityProviders: { google: undefined, privateOrigins: [] },
      },
      publicUrl,
      catalog: createCatalog({ database: parts.database }),
      holdings: {
        forProducts: async () =>
          new Map(
            [...held].map((id) => [id, { subscriptions: [{ status: 1, expirationDate: null } as HeldSubscription] }]),
          ),
      },
      hasBreakGlassCode: async (_, accountId) => withCode.has(accountId),
      countProviderSessions,
      endProviderSessions,
      makeBreakGlassCode: async () => ({ code: 'made' }),
    };
    return [externalProvidersModule(context)];
  });
  closeAfterTests(() => started.app.close());
  const browser = await started.signIn(owner);
  const { sql } = started;
  // Must run before the catalog is read, because the catalog is cached in memory.
  await sql(`update products set url = 'https://scan.veriscan.example/app?a=1', url_caption = '{"en": "Open"}'
             where id = 'scan'`);
  await sql(`update products set url = 'https://parse.veriscan.example/', subscription_is_required = true
             where id = 'parse'`);

  const put = (by: Browser, id: number, body: object) => by.send('PUT', `${base}/${id}`, { payload: body });

  return {
    ...started,
    nameServer,
    withCode,
    held,
    browser,
    put,
    context: context as unknown as ExternalProvidersContext,
    /** Creates a provider. @returns its details */
    async add(change: object = {}, by = browser) {
      const added = await by.post(base, { name: 'Acme Login', domain: 'login.acme.example', type: 1, ...change });
      if (added.statusCode !== 200) throw new Error(added.body);
      return added.json();
    },
    /** Proves all mail domains of a provider. */
    prove: (id: number) =>
      sql("update external_provider_domains set proved_at = now(), proof = 'dns' where provider_id = $1", [id]),
    details: async (id: number, by = browser) => (await by.get(`${base}/${id}`)).json(),
    activate: (id: number, change: object = {}, by = browser) =>
      by.post(`${base}/${id}/UpdateAndActivate`, { ...form, ...change }),
    isRequired: async () =>
      (await sql('select sso_required from accounts where id = $1', [started.accountId]))[0]?.sso_required as boolean,
    /** Deletes all providers and rate limits. */
    async clear() {
      await sql('delete from external_providers');
      await sql('delete from rate_limits');
      await sql('delete from mail_messages');
      await sql('update accounts set sso_required = false, sso_key = null');
      withCode.clear();
      held.clear();
      nameServer.records.clear();
    },
  };
}
