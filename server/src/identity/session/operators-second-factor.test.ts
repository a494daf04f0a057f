import { expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { skipSecondFactorSetup } from '../../../test/skip-second-factor-setup.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { withAuthenticator } from './second-step.test-support.ts';

const database = await createTestDatabase();
await seedDemonstrationPeople(database);

async function signIn(mode: 'demo' | 'production', userName: string) {
  const browser = new Browser(await createTestPortal(database, { mode }));
  await browser.open('/login');
  const response = await browser.post('/LoginWithMFA', { userName, password: 'Portico-demo-1' });
  return { redirectUrl: response.json().redirectUrl, status: (await browser.get('/api/MFA/Browsers')).statusCode };
}

test.each([
  ['production', 'operator@portico.example', '/ConfigureMFA', 401],
  ['production', 'owner@acme.example', '/', 200],
  ['demo', 'operator@portico.example', '/', 200],
] as const)(
  'in %s mode, a sign-in with only the password redirects %s to %s (OPR-8)',
  async (mode, userName, redirectUrl, status) => {
    expect(await signIn(mode, userName)).toEqual({ redirectUrl, status });
  },
);

test.each([
  ['production', 'operator@portico.example', 409],
  ['production', 'owner@acme.example', 200],
  ['demo', 'operator@portico.example', 200],
] as const)(
  'in %s mode, if %s removes the last second factor, the status is %i (OPR-8)',
  async (mode, userName, status) => {
    const own = await createTestDatabase();
    await seedDemonstrationPeople(own);
    // Without the required setup, the session has full access, so only the rule about the last factor prevents the
    // removal.
    await skipSecondFactorSetup(own);
    const { browser } = await withAuthenticator(await createTestPortal(own, { mode }), own, userName);
    for (const [method, path] of [
      ['DELETE', '/api/MFA/Authenticator'],
      ['PUT', '/api/MFA/Disable'],
    ] as const) {
      const response = await browser.send(method, path, { payload: {} });
      expect([response.statusCode, response.json().code]).toEqual([
        status,
        status === 409 ? 'SecondFactorRequired' : undefined,
      ]);
    }
    const { rows } = await own.pool.query('select method from second_factors');
    expect(rows).toHaveLength(status === 409 ? 1 : 0);
  },
);
