import { expect, test } from 'vitest';
import { closeAfterTests } from '../../../test/clean-up.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { startTestSandbox, testSecret } from '../../../test/full-portal.ts';
import { ownPort } from '../../../test/own-port.ts';
import { portalProcess } from '../../../test/portal-process.ts';

/** Prints each package that the process loads. */
const tellsPackages = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) {
    const [, name] = /node_modules\\/((?:@[^/]+\\/)?[^/]+)\\/(?!.*node_modules)/.exec(url) ?? [];
    if (name) process.stderr.write('loaded ' + name + '\\n');
    return next(url, context);
  } });
`)}`;

test('loads the OpenID Connect library at the first use of a provider, not before', async () => {
  const database = await createTestDatabase();
  const sandbox = await startTestSandbox(database.url, undefined);
  const portal = portalProcess({
    databaseUrl: database.url,
    apiBase: sandbox.url,
    port: await ownPort(),
    nodeArguments: ['--import', tellsPackages],
    environment: {
      APP_SECRET: testSecret,
      GOOGLE_CLIENT_ID: 'portal',
      GOOGLE_CLIENT_SECRET: 'a secret',
      GOOGLE_ISSUER: 'http://127.0.0.1:1',
      PRIVATE_IDENTITY_PROVIDERS: 'http://127.0.0.1:1',
    },
  });
  closeAfterTests(() => portal.kill());
  await portal.start();
  const loaded = () => new Set([...portal.written().matchAll(/^loaded (\S+)$/gm)].map(([, name]) => name));
  expect(loaded()).toContain('fastify');
  for (const late of ['openid-client', 'oauth4webapi', 'jose']) expect(loaded()).not.toContain(late);

  const page = await portal.inject({ method: 'GET', url: '/login', headers: { accept: 'text/html' } });
  expect(page.statusCode).toBeLessThan(600);
  expect(loaded()).not.toContain('openid-client');
  await portal.inject({ method: 'GET', url: '/signin-google?state=x&code=y', headers: { accept: 'text/html' } });
  for (const path of ['/sso/no-such-page', '/api/Session/SingleSignOn?userName=a@acme.example'])
    await portal.inject({ method: 'GET', url: path, headers: { accept: 'application/json' } });
  expect(loaded()).not.toContain('openid-client');
}, 180_000);
