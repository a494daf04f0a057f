import type { Health } from '@portico/contract';
import { describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { startMirror } from '../../../test/mirror.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { version } from '../../core/version.ts';
import { healthModule } from './health.routes.ts';

describe('health (OPR-7)', { timeout: 120_000 }, async () => {
  const { database, app } = await startMirror();
  const config = {
    databaseUrl: 'postgres://db.internal/portico',
    mail: { smtpUrl: undefined, sender: '', replyTo: null },
    texts: { url: undefined, service: 'webhook', from: '' },
  } as const;
  await seedDemonstrationPeople(database);
  const portal = await createTestPortal(database, {
    extend: (http) => {
      for (const route of healthModule({ database, gateway: app.gateway, config }).routes ?? []) route.bind(http);
    },
  });
  const operator = await new Browser(portal).signIn('operator@portico.example');
  const health = async () => (await operator.get('/api/Operator/Health')).json<Health>();

  test('reports version, migrations and size, and that no backup was reported', async () => {
    const state = await health();
    expect(state).toMatchObject({ version, backupAt: null, mail: { total: 0, failed: 0, kept: 0 } });
    expect(state.migrations.applied).toBe(state.migrations.expected);
    expect(state.migrations.expected).toBeGreaterThan(20);
    expect(state.databaseBytes).toBeGreaterThan(1_000_000);
    expect(state.unencrypted).toEqual(['database']);
  });

  test('reports the last backup, waiting jobs and dead events', async () => {
    await database.pool.query("insert into installation (key, at) values ('backup', '2026-11-20T03:00:00Z')");
    await database.pool.query(
      "select graphile_worker.add_job('nobody-does-this', run_at := now() - interval '1 hour')",
    );
    await database.pool.query(
      `insert into stripe_events (id, type, created, object_type, object_id, data, failed_at, error)
       values ('evt_dead', 'customer.updated', now(), 'customer', 'cus_dead', '{}', now(), 'It was not to be read')`,
    );
    const state = await health();
    expect(state.backupAt).toBe('2026-11-20T03:00:00.000Z');
    expect(state.queue.waiting).toBeGreaterThan(0);
    expect(state.queue.oldestAt).not.toBeNull();
    expect(state.webhooks.dead).toBe(1);
  });

  test('refuses customers', async () => {
    const owner = await new Browser(portal).signIn('owner@acme.example');
    expect((await owner.get('/api/Operator/Health')).statusCode).toBe(403);
  });
});
