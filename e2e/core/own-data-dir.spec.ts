import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { postgresPid, spawnPortal, waitForExit } from '../harness/portal.ts';
import { freePorts } from '../harness/ports.ts';
import { signIn } from '../harness/sign-in.ts';
import { expect, template, test } from '../harness/test.ts';

test.describe('starting a portal', () => {
  test('reports a data folder that another portal uses', async ({ portal }) => {
    const [port = 0, sandboxPort = 0] = await freePorts(2);
    const { code, output } = await waitForExit(
      spawnPortal({ PORT: String(port), STRIPE_SANDBOX_PORT: String(sandboxPort), DATA_DIR: portal.dataDir }),
    );
    expect(code).toBe(1);
    expect(output).toContain(`Another portal is running on ${portal.dataDir}.`);
    expect(output).not.toContain('    at ');
    expect((await fetch(`${portal.url}/readyz`)).status).toBe(200);
  });

  test('reports a taken port', async ({ portal }) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'portico-'));
    await promisify(execFile)('cp', ['-a', `${template()}/.`, dataDir]);
    const [sandboxPort = 0] = await freePorts(1);
    const { code, output } = await waitForExit(
      spawnPortal({ PORT: String(portal.ports.portal), STRIPE_SANDBOX_PORT: String(sandboxPort), DATA_DIR: dataDir }),
    );
    expect(code).toBe(1);
    expect(output).toContain(`Port ${portal.ports.portal} is taken by another program. Choose another with PORT.`);
    expect(postgresPid(dataDir)).toBeUndefined();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const wrong: readonly [string, Record<string, string>, RegExp][] = [
    ['PORT', { PORT: 'eighty' }, /PORT should be a port number/],
    ['PUBLIC_URL', { PUBLIC_URL: 'portal.vendor.example' }, /PUBLIC_URL should be the address people type/],
    ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'pk_test_1' }, /STRIPE_SECRET_KEY should be a secret key of Stripe/],
    [
      'STRIPE_WEBHOOK_SECRET',
      { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
      /STRIPE_WEBHOOK_SECRET is missing/,
    ],
    ['APP_SECRET', { DATABASE_URL: 'postgres://user@127.0.0.1/none' }, /APP_SECRET is missing/],
    ['CATALOG_FILE', { CATALOG_FILE: '/no/such/catalog.yaml' }, /\/no\/such\/catalog\.yaml/],
  ];
  for (const [variable, settings, problem] of wrong) {
    test(`exits with 1 for an invalid ${variable} and says what it should be`, async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'portico-'));
      const [port = 0, sandboxPort = 0] = await freePorts(2);
      const { code, output } = await waitForExit(
        spawnPortal({ PORT: String(port), STRIPE_SANDBOX_PORT: String(sandboxPort), DATA_DIR: dataDir, ...settings }),
      );
      expect(output).toMatch(problem);
      expect(output).toContain('Portico cannot start');
      expect(output).not.toContain('    at ');
      expect(code).toBe(1);
      expect(postgresPid(dataDir)).toBeUndefined();
      rmSync(dataDir, { recursive: true, force: true });
    });
  }

  test('reports a mistake in the catalog with file, line and field', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'portico-'));
    const file = join(dataDir, 'mine.yaml');
    writeFileSync(file, 'products:\n  - id: lumen\n    name: Lumen\n    displayType: Balloon\n');
    const [port = 0, sandboxPort = 0] = await freePorts(2);
    const { code, output } = await waitForExit(
      spawnPortal({
        PORT: String(port),
        STRIPE_SANDBOX_PORT: String(sandboxPort),
        DATA_DIR: dataDir,
        CATALOG_FILE: file,
      }),
    );
    expect(output).toMatch(/mine\.yaml:4/);
    expect(output).toContain('displayType');
    expect(code).toBe(1);
    rmSync(dataDir, { recursive: true, force: true });
  });
});

test('a portal started after a kill -9 takes over PostgreSQL with all sessions', async ({ page, ownPortal }) => {
  const portal = await ownPortal({ copyOf: template() });
  await signIn(page, 'owner@acme.example', undefined, portal.url);
  const pid = postgresPid(portal.dataDir);
  expect(pid).toBeGreaterThan(0);
  // The open page must not notice the gap.
  await page.goto('about:blank');
  await portal.kill();
  expect(postgresPid(portal.dataDir)).toBe(pid);
  await portal.startAgain();
  expect(postgresPid(portal.dataDir)).toBe(pid);
  await page.goto(`${portal.url}/`);
  await expect(page.getByRole('heading', { level: 1, name: /^Good \w+, / })).toBeVisible();
  await page.goto('about:blank');
  expect(await portal.stop()).toEqual({ code: 0, endedCleanly: true });
});
