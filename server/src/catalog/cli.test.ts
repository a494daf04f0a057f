import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { runCommand } from '../../test/command.ts';
import { createTestDatabase } from '../../test/database.ts';
import { createAudit, createUser } from '../accounts/index.ts';
import type { Session } from '../core/http/session-context.ts';
import { migrateQueue } from '../core/jobs/queue.ts';
import { edited, exampleCatalog, startTestStripe, temporaryFolder } from './catalog.test-support.ts';
import { catalogCommand } from './cli.ts';
import { publish } from './versions/publish.ts';
import { readPublished } from './versions/published.ts';

describe('npm run catalog', async () => {
  const folder = temporaryFolder();
  const file = folder.write('catalog.yaml', exampleCatalog);
  const database = await createTestDatabase();
  const environment = {
    DATABASE_URL: database.url,
    APP_SECRET: 'a secret of the tests, long enough',
    STRIPE_SANDBOX_PORT: '0',
  };
  const run = (parameters: readonly string[], variables: NodeJS.ProcessEnv = environment) =>
    runCommand(catalogCommand, parameters, variables);

  test('checks a file without a database', async () => {
    const { code, out, err } = await run(['check', file], { DATABASE_URL: 'postgres://127.0.0.1:1/none' });
    expect([code, err]).toEqual([0, '']);
    expect(out).toBe(`${file} is valid: 2 products, 6 plans, 14 prices, 2 add-ons, 3 coupons.\n`);
  });

  test('names each problem with its position, and exits with 1', async () => {
    const wrong = folder.write(
      'wrong.yaml',
      edited(exampleCatalog, ['amount: 10.00', 'amount: -1'], ['featured: true', 'featured: yes']),
    );
    for (const command of ['check', 'apply']) {
      const { code, out, err } = await run([command, wrong]);
      expect([code, out]).toEqual([1, '']);
      const lines = err.trimEnd().split('\n');
      expect(lines).toHaveLength(3);
      expect(lines[0]).toMatch(/wrong\.yaml:\d+:\d+: products\[0\]\.plans\[1\]\.featured should be true or false$/);
      expect(lines[2]).toBe('2 problems; nothing was applied.');
    }
  });

  test('shows changes, applies them, and then finds nothing more to do', async () => {
    const shown = await run(['diff', file]);
    expect([shown.code, shown.err]).toEqual([0, '']);
    expect(shown.out).toContain('+ plan scan-pro (Professional)');
    const applied = await run(['apply', file]);
    expect([applied.code, applied.err, applied.out]).toEqual([0, '', shown.out]);
    expect(applied.out).toMatch(/Portal: \d+ added\. Stripe: \d+ changes\.\n$/);
    expect((await run(['apply', file])).out).toBe('Nothing differs.\n');
    expect((await run(['diff', file])).out).toBe('Nothing differs.\n');
  });

  test('exports what was edited on screen, and records a file’s changes in the operators’ log', async () => {
    await run(['apply', file]);
    const { rows } = await database.pool.query<{ id: number }>(
      "insert into accounts (company_id, name) values (1, 'Lumen') returning id::int",
    );
    const accountId = rows[0]?.id as number;
    const login = 'olivia@lumen.example';
    const names = { login, email: login, firstName: 'Olivia', password: 'Portico-demo-1' };
    const userId = await createUser(database, { ...names, accountId, isOperator: true, isOwner: false });
    await migrateQueue(database.pool);
    const sold = await readPublished(database.query);
    const products = sold?.definition.products as readonly object[];
    const { client } = await startTestStripe(database.url);
    const audit = createAudit({ database, appSecret: environment.APP_SECRET });
    const actor = { accountId, userId, realUserId: userId, address: null, requestId: null };
    const session = { user: { id: userId } } as Session;
    const context = { database, gateway: { client }, audit, logger: pino({ level: 'silent' }), actor, session };
    const definition = { ...sold?.definition, products: [{ ...products[0], graceDays: 11 }, ...products.slice(1)] };
    expect(
      await publish(context, { definition, basedOn: sold?.id as number, event: { kind: 'catalogPublished' } }),
    ).toMatchObject({ status: 'published' });

    const exported = join(folder.path, 'from-the-screen.yaml');
    const written = await run(['export', exported]);
    expect([written.code, written.err]).toEqual([0, '']);
    expect(written.out).toMatch(/from-the-screen\.yaml is written: version \d+, 0 pictures\.\n$/);
    expect(readFileSync(exported, 'utf8')).toContain('graceDays: 11');
    expect((await run(['apply', exported])).out).toBe('Nothing differs.\n');
    // The earlier file restores everything.
    expect((await run(['apply', file])).out).toContain('Portal: 1 changed.');
    const events = await database.pool.query(
      "select detail from audit_events where kind = 'catalogApplied' and account_id = $1",
      [accountId],
    );
    expect(events.rows).toEqual([
      { detail: expect.objectContaining({ file, changed: 1, changes: { 'products[scan].graceDays': ['11', null] } }) },
    ]);
  });

  test('runs a private sandbox without webhooks', async () => {
    await run(['diff', file], { ...environment, PORT: '3999' });
    const { rows } = await database.pool.query(
      "select type, count(*)::int from stripe_sandbox.objects where type in ('product', 'webhook_endpoint') group by type",
    );
    expect(rows).toEqual([{ type: 'product', count: expect.any(Number) }]);
  });

  test('shows what changed, field by field', async () => {
    await run(['apply', file]);
    const raised = folder.write('raised.yaml', edited(exampleCatalog, ['amount: 10.00', 'amount: 12.50']));
    const { out } = await run(['apply', raised]);
    expect(out.split('\n')).toEqual([
      'Portal',
      '  ~ price scan-basic-monthly (Monthly)',
      '      amount: 10.00 → 12.50',
      'Stripe',
      '  + price of scan-basic-monthly: 12.50 USD each month; subscriptions keep the price they were bought at',
      expect.stringMatching(/^ {2}- price price_\w+ of scan-basic-monthly: no longer sold$/),
      'Portal: 1 changed. Stripe: 2 changes.',
      '',
    ]);
  });

  test('runs twice on an embedded database of its own', async () => {
    const embedded = { DATA_DIR: join(folder.path, 'var'), STRIPE_SANDBOX_PORT: '0' };
    const fresh = await run(['diff', file], embedded);
    expect(fresh).toMatchObject({ code: 2, err: expect.stringContaining('No portal has run in ') });
    expect((await run(['apply', file], embedded)).out).toMatch(/Portal: \d+ added/);
    expect((await run(['diff', file], embedded)).out).toBe('Nothing differs.\n');
  });
});
