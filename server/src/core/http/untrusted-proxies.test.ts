import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { MemoryLog } from '../../../test/portal.ts';
import { findUntrustedProxy, forgetUntrustedProxy, recordUntrustedProxy } from '../db/untrusted-proxies.ts';
import { createHttpServer } from './server.ts';
import { watchForUntrustedProxies } from './untrusted-proxies.ts';

async function forward(trustedProxies: string[], neighbors: string[]) {
  const log = new MemoryLog();
  const recorded: string[] = [];
  const app = await createHttpServer({ logger: pino(log), trustedProxies, strictResponses: true });
  watchForUntrustedProxies(app, async (neighbor) => {
    recorded.push(neighbor);
  });
  for (const remoteAddress of neighbors) {
    await app.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': '203.0.113.9' } });
  }
  await app.inject({ url: '/', remoteAddress: '198.51.100.1' });
  await app.close();
  return { recorded, warnings: log.text.match(/[\d.]+ forwards requests but is not in TRUSTED_PROXIES/g) ?? [] };
}

test('a proxy that is not trusted is reported once, not for each of its requests', async () => {
  const many = Array.from({ length: 100 }, () => '::ffff:172.18.0.1');
  for (const trusted of [[], ['127.0.0.1']]) {
    expect(await forward(trusted, many)).toEqual({
      recorded: ['172.18.0.1'],
      warnings: ['172.18.0.1 forwards requests but is not in TRUSTED_PROXIES'],
    });
  }
});

test('a trusted proxy is not reported', async () => {
  expect(await forward(['uniquelocal'], ['172.18.0.1'])).toEqual({ recorded: [], warnings: [] });
});

test('visitors who send the header themselves do not fill the log', async () => {
  const { recorded } = await forward(
    [],
    Array.from({ length: 50 }, (_, index) => `203.0.113.${index}`),
  );
  expect(recorded).toHaveLength(20);
});

test('a proxy is remembered for a day, or until the next start', async () => {
  const { query, pool } = await createTestDatabase();
  await recordUntrustedProxy(query, '172.18.0.1');
  expect(await findUntrustedProxy(query)).toBe('172.18.0.1');
  await pool.query("update installation set at = now() - interval '25 hours'");
  expect(await findUntrustedProxy(query)).toBeNull();
  await recordUntrustedProxy(query, '172.18.0.2');
  expect(await findUntrustedProxy(query)).toBe('172.18.0.2');
  await forgetUntrustedProxy(query);
  expect(await findUntrustedProxy(query)).toBeNull();
});
