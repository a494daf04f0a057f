import { beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../test/database.ts';
import { insertDevice, insertDeviceEvent, insertLicense } from '../test/licenses.ts';
import { insertProducts } from '../test/products.ts';
import { seedDemonstrationPeople } from './accounts/index.ts';
import { removeOldComments } from './billing/cancellations/retention.queries.ts';
import { purchaseOperation } from './billing/purchase/purchase.operations.ts';
import { deleteOldContacts } from './billing/subscriptions/retention.queries.ts';
import { bindOperation } from './core/operations/index.ts';
import { forgetOldOperations } from './core/operations/retention.ts';
import { deleteReleasedDevices } from './licensing/devices/retention.queries.ts';
import { deleteOldMails } from './notices/billing-recipients/invoice-mails.queries.ts';

const database = await createTestDatabase();
const list = async (statement: string, ...values: unknown[]) =>
  (await database.pool.query<Record<string, unknown>>(statement, values)).rows;
const year = 366;

beforeAll(async () => {
  await seedDemonstrationPeople(database);
  await insertProducts(database, 'desktop');
});

/** Rows of each age, in days. The batch is smaller than the number of expired rows. */
describe('the nightly jobs that delete personal data (RUN-20)', () => {
  test('delete requests for contact after a year', async () => {
    await list(
      `insert into closing_contacts (account_id, name, email, interview, asked_at)
      select 1, 'Jo', age || '@acme.example', false, now() - make_interval(days => age) from unnest($1::int[]) as age`,
      [year, 400, 500, 364],
    );
    expect(await deleteOldContacts(database.query, 2)).toBe(3);
    expect(await list('select email from closing_contacts')).toEqual([{ email: '364@acme.example' }]);
  });

  test('remove comments of cancellations after two years, and keep the reasons', async () => {
    await list('alter table cancellation_reasons drop constraint cancellation_reasons_plan_id_fkey');
    await list(
      `insert into cancellation_reasons
        (account_id, product_id, plan_id, reason, comment, amount_per_month, currency, given_at)
      select 1, 'desktop', 'basic', 'unused', 'Jo left', 100, 'usd', now() - make_interval(days => age)
      from unnest($1::int[]) as age`,
      [2 * year, 800, 900, 729],
    );
    expect(await removeOldComments(database.query, 2)).toBe(3);
    expect(await list('select reason, comment from cancellation_reasons order by given_at')).toEqual([
      ...Array.from({ length: 3 }, () => ({ reason: 'unused', comment: null })),
      { reason: 'unused', comment: 'Jo left' },
    ]);
  });

  test('delete records of mailed invoices after two years', async () => {
    await list(
      `insert into billing_mails (object_id, kind, address, account_id, queued_at)
      select 'in_' || age, 'invoice', 'jo@acme.example', 1, now() - make_interval(days => age)
      from unnest($1::int[]) as age`,
      [2 * year, 800, 900, 729],
    );
    expect(await deleteOldMails(database.query, 2)).toBe(3);
    expect(await list('select object_id from billing_mails')).toEqual([{ object_id: 'in_729' }]);
  });

  test('delete devices with their history two years after their release, unless they are blocked', async () => {
    const license = await insertLicense(database, 1);
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const released = (days: number) => ({ status: 5, releasedAt: daysAgo(days) }) as const;
    const old = await insertDevice(database, license, { name: 'old', ...released(2 * year) });
    await insertDevice(database, license, { name: 'older', ...released(900) });
    await insertDevice(database, license, { name: 'blocked', ...released(900), blockedAt: daysAgo(950) });
    await insertDevice(database, license, { name: 'recent', ...released(729) });
    await insertDevice(database, license, { name: 'in use' });
    await insertDeviceEvent(database, old, { kind: 'released' });
    await list(
      "insert into offline_requests (license_id, device_id, kind, nonce, answer) values ($1, $2, 'deactivation', 'n', '')",
      license.id,
      old.id,
    );
    expect(await deleteReleasedDevices(database.query, 1)).toBe(2);
    expect(await list('select name from devices order by name')).toEqual(
      ['blocked', 'in use', 'recent'].map((name) => ({ name })),
    );
    expect(await list('select from device_events')).toEqual([]);
    expect(await list('select from offline_requests')).toEqual([]);
    expect(await list('select devices from device_totals')).toEqual([{ devices: 1 }]);
  });

  test('delete settled operations after 90 days, and keep purchases without personal data (OPS-13)', async () => {
    const request = {
      productId: 'desktop',
      acting: { orderedBy: 'Jo' },
      quoted: { planId: 'basic', shippingDetails: { name: 'Jo' } },
    };
    await list(
      `insert into stripe_operations (account_id, kind, subject, request_key, request, actor, state, settled_at)
      select 1, kind, kind || age, kind || age, $1, '{"address": "203.0.113.7"}',
        case when age < 0 then 'pending' else 'succeeded' end, case when age >= 0 then now() - make_interval(days => age) end
      from unnest(array['purchase', 'customer']) as kind, unnest(array[91, 92, 93, 89, -1]) as age`,
      request,
    );
    const purchase = bindOperation({} as never, purchaseOperation);
    await forgetOldOperations({ database, kinds: new Map([[purchase.kind, purchase]]) }, 2);
    const kept = await list('select subject, request, actor from stripe_operations order by subject');
    const whole = (subject: string) => ({ subject, request, actor: { address: '203.0.113.7' } });
    const bare = (subject: string) => ({
      subject,
      request: { productId: 'desktop', quoted: { planId: 'basic' } },
      actor: null,
    });
    expect(kept).toEqual([
      whole('customer-1'),
      whole('customer89'),
      whole('purchase-1'),
      whole('purchase89'),
      ...['purchase91', 'purchase92', 'purchase93'].map(bare),
    ]);
  });
});
