import type { Health } from '@portico/contract';
import { expect, it } from 'vitest';
import { findTroubles } from './signs.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const well: Health = {
  queue: { waiting: 3, failed: 0, oldestAt: null },
  webhooks: { lastAt: null, lagSeconds: 300, dead: 0, fault: null },
  stripeIssues: 0,
  mirror: { at: '2026-11-22T03:00:00.000Z', state: 'done', differences: 2 },
  mail: { total: 5, failed: 0, kept: 5 },
  backupAt: '2026-11-20T13:00:00.000Z',
  licenseKeySince: null,
  version: '1',
  migrations: { applied: 3, expected: 3 },
  databaseBytes: 1,
  unencrypted: [],
  untrustedProxy: null,
};

it.each<[string, Partial<Health>, string[]]>([
  ['nothing', {}, []],
  ['a job that nothing tries again', { queue: { ...well.queue, failed: 1 } }, ['queue']],
  ['an event behind', { webhooks: { ...well.webhooks, lagSeconds: 301 } }, ['webhooks']],
  ['a dead event', { webhooks: { ...well.webhooks, dead: 1 } }, ['webhooks']],
  ['a webhook with a wrong secret', { webhooks: { ...well.webhooks, fault: 'wrongSignature' } }, ['webhooks']],
  ['a comparison that failed', { mirror: { at: '', state: 'failed', differences: 0 } }, ['mirror']],
  ['a message that failed', { mail: { total: 5, failed: 1, kept: 0 } }, ['mail']],
  ['an old backup', { backupAt: '2026-11-20T11:00:00.000Z' }, ['backup']],
  ['no backup', { backupAt: null }, ['backup']],
  ['a database without TLS', { unencrypted: ['database'] }, ['connections']],
  ['a proxy that is not trusted', { untrustedProxy: '172.18.0.1' }, ['connections']],
  ['a missing migration', { migrations: { applied: 2, expected: 3 } }, ['version']],
])('with %s (%j), the parts that need attention are %j', (_, change, troubles) => {
  expect([...findTroubles({ ...well, ...change }, now)]).toEqual(troubles);
});
