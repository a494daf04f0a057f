import { verifyLicense } from '@portico/license-client';
import { Browser } from '../../../test/browser.ts';
import { catalogOfProducts } from '../../../test/catalog-of-products.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { createAudit, seedDemonstrationPeople } from '../../accounts/index.ts';
import { licenseKeys } from '../../core/db/schema/licenses.gen.ts';
import { createKey } from '../licenses/license-keys.ts';
import { products } from '../licensing/licensing.test-support.ts';
import { offlineRequestsModule } from './offline-requests.routes.ts';
import { createProof, readActivationKey } from './offline-requests.rules.ts';

/** The account of `owner@acme.example`. */
export const accountId = 2;
const appSecret = 'a secret of the tests, long enough';

/** The demonstration's people with the calls for offline devices. */
export async function startOfflineRequests() {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  await database.query.insert(licenseKeys).values(createKey('2026-11', appSecret));
  const app = await createTestPortal(database, {
    extend: (portal) => {
      const { routes = [] } = offlineRequestsModule({
        database,
        audit: createAudit({ database, appSecret }),
        catalog: catalogOfProducts(async () => products),
        config: { appSecret },
      });
      for (const route of routes) route.bind(portal);
    },
  });
  const signIn = (email: string) => new Browser(app).signIn(email);
  const owner = await signIn('owner@acme.example');
  const sql = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
  return {
    ...{ app, database, signIn, sql },
    /** Submits a request to a license. */
    answer: (id: number, request: object | string, browser = owner) =>
      browser.post(`/api/Licenses/${id}/OfflineRequests`, {
        request: typeof request === 'string' ? request : JSON.stringify(request),
      }),
    async openFile(text: string, hardwareId = 'AAAA-1111') {
      const [row] = await sql('select id, public_key from license_keys');
      const publicKeys = { [row.id]: row.public_key.toString('base64url') };
      return verifyLicense(text, { publicKeys, product: 'desktop', hardwareId });
    },
    /** Deletes licenses and limits, as at the start. */
    async clear() {
      await sql('delete from licenses');
      await sql('delete from rate_limits');
      await sql('update accounts set usage_data_policy = 0');
    },
  };
}

let count = 0;
/** A unique request file. */
export const createRequest = (fields: object = {}) => ({
  format: 'portico-request',
  version: 1,
  kind: 'activation',
  product: 'desktop',
  productVersion: '5.4',
  hardwareId: 'AAAA-1111',
  name: 'FRONT-DESK',
  fingerprints: ['board', 'disk', 'net', 'cpu', 'os'].map((name) => ({ name, value: `${name}-1` })),
  nonce: `nonce-of-the-test-${String(++count).padStart(4, '0')}`,
  time: new Date().toISOString(),
  ...fields,
});

/** The request that gives up an activation file. */
export const createDeactivationRequest = (file: string, fields: object = {}) => {
  const request = createRequest({ kind: 'deactivation', ...fields });
  return { ...request, proof: createProof(readActivationKey(file), request.nonce) };
};

/** The message at the field. */
export const requestProblem = (body: { propertyErrors?: Record<string, string[]> }) =>
  body.propertyErrors?.request?.[0];
