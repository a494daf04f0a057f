import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryLog } from '../../test/portal.ts';
import type { Database } from '../db/database.ts';
import { type Admission, installAdmission } from './admission.ts';
import { registerHealth } from './health.ts';
import { createHttpServer } from './server.ts';

describe('a portal with too many queries waiting', async () => {
  const app = await createHttpServer({
    logger: pino({ level: 'silent' }),
    trustedProxies: [],
    strictResponses: true,
  });
  let waiting = 0;
  installAdmission(app, { waiting: () => waiting, mayWait: 10 });
  registerHealth(app, { database: { answers: async () => true } as Database, queueIsRunning: () => true });
  const bind = (url: string, config: { admission?: Admission; endpoint?: object }) =>
    app.get(url, { config: config as object }, async () => 'done');
  bind('/anybody', {});
  bind('/reserved', { admission: 'reserved' });
  bind('/operator', { endpoint: { action: 'operator.mirror' } });
  const statuses = async () =>
    Object.fromEntries(
      await Promise.all(
        ['/anybody', '/reserved', '/operator', '/healthz', '/readyz'].map(
          async (url) => [url.slice(1), (await app.inject(url)).statusCode] as const,
        ),
      ),
    );

  beforeEach(() => {
    waiting = 0;
  });

  test('answers everybody below its limit', async () => {
    waiting = 9;
    expect(await statuses()).toEqual({ anybody: 200, reserved: 200, operator: 200, healthz: 200, readyz: 200 });
  });

  test('refuses at its limit, save operators, what is reserved and health checks', async () => {
    waiting = 10;
    expect(await statuses()).toEqual({ anybody: 503, reserved: 200, operator: 200, healthz: 200, readyz: 200 });
  });

  test('keeps health checks answered at twice its limit', async () => {
    waiting = 20;
    expect(await statuses()).toEqual({ anybody: 503, reserved: 503, operator: 503, healthz: 200, readyz: 200 });
  });

  test('answers again as soon as fewer wait', async () => {
    waiting = 10;
    await statuses();
    waiting = 9;
    expect((await statuses()).anybody).toBe(200);
  });

  test('says when to try again, as JSON or as a page', async () => {
    waiting = 10;
    const call = await app.inject({ url: '/anybody', headers: { 'accept-language': 'fr' } });
    expect(call.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
    expect(call.json()).toEqual({
      code: 'ServiceUnavailable',
      message: 'Le service est très sollicité en ce moment. Réessayez dans un instant.',
      requestId: call.headers['x-request-id'],
    });
    const page = await app.inject({ url: '/anybody', headers: { accept: 'text/html' } });
    expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '5']);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('We are very busy right now.');
  });

  test('logs one line for many refusals, without a stack', async () => {
    const log = new MemoryLog();
    const logging = await createHttpServer({ logger: pino({}, log), trustedProxies: [], strictResponses: true });
    installAdmission(logging, { waiting: () => 10, mayWait: 10 });
    for (let count = 0; count < 50; count += 1) await logging.inject('/anybody');
    await logging.close();
    const lines = log.text.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 40, msg: 'turned away', reason: 'problem.busy', count: 50 }),
    ]);
    expect(log.text).not.toContain('stack');
  });
});
