import { beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { insertLicense, type LicenseRow } from '../../../test/licenses.ts';
import {
  accountId,
  createDevicesPortal,
  type DevicesPortal,
  findSeatCounts,
  listEventKinds,
} from './devices.test-support.ts';

let portal: DevicesPortal;
let admin: Browser;

beforeAll(async () => {
  portal = await createDevicesPortal();
  admin = await portal.signIn('admin');
});

/** Repeats a call that was refused because the portal was busy, as a browser does. */
async function persist<Answer extends { statusCode: number }>(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call();
    if (answer.statusCode !== 503) return answer;
  }
}

const add = (on: LicenseRow, hardwareId: string) =>
  persist(() => admin.post(`/api/Licenses/${on.id}/AddHardware`, { name: 'Front desk', hardwareId }));
const replace = (id: number, hardwareId: string) =>
  admin.post(`/api/HardwareId/${id}/Replace`, { name: 'Front desk', hardwareId });
const release = (id: number) => admin.post(`/api/HardwareId/${id}/Release`, {});

/** How often each answer came: the code of a refusal, or 'done'. */
function tally(answers: readonly { json: () => { code?: string } }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const { code = 'done' } = answer.json();
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

async function liveDevices({ id }: LicenseRow): Promise<number> {
  const { rows } = await portal.database.pool.query(
    'select count(*)::int as devices from devices where license_id = $1 and released_at is null',
    [id],
  );
  return rows[0].devices;
}

test('fifty concurrent requests for the last seat: one gets it', async () => {
  const on = await insertLicense(portal.database, accountId, { quantity: 1 });
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => add(on, `RACE-${index}`)));
  expect(tally(answers)).toEqual({ done: 1, LicenseFull: 49 });
  expect([await findSeatCounts(portal.database, on), await liveDevices(on)]).toEqual([{ used: 1, exceeded: 0 }, 1]);
});

test('the same device, added twenty times concurrently, is added once', async () => {
  const on = await insertLicense(portal.database, accountId, { quantity: -1 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => add(on, 'SAME')));
  expect(tally(answers)).toEqual({ done: 1, ValidationError: 19 });
  expect(await findSeatCounts(portal.database, on)).toEqual({ used: 1, exceeded: 0 });
});

test('concurrent releases and additions never exceed the seats', async () => {
  for (let round = 0; round < 5; round += 1) {
    const on = await insertLicense(portal.database, accountId, { quantity: 1 });
    const { id } = (await add(on, 'FIRST')).json();
    const [released, ...added] = await Promise.all([release(id), ...['A', 'B', 'C'].map((name) => add(on, name))]);
    expect(released.statusCode).toBe(200);
    const done = tally(added).done ?? 0;
    expect(done).toBeLessThanOrEqual(1);
    expect([await findSeatCounts(portal.database, on), await liveDevices(on)]).toEqual([
      { used: done, exceeded: 0 },
      done,
    ]);
  }
});

test('two concurrent replacements of a device: one succeeds', async () => {
  const on = await insertLicense(portal.database, accountId, { quantity: 1 });
  const { id } = (await add(on, 'OLD')).json();
  expect(tally(await Promise.all([replace(id, 'NEW-1'), replace(id, 'NEW-2')]))).toEqual({ done: 1, Conflict: 1 });
  expect([await findSeatCounts(portal.database, on), await liveDevices(on)]).toEqual([{ used: 1, exceeded: 0 }, 1]);
});

test('a concurrent block and release: the second sees the first', async () => {
  for (let round = 0; round < 5; round += 1) {
    const on = await insertLicense(portal.database, accountId, { quantity: 1 });
    const { id } = (await add(on, 'A')).json();
    const [blocked, released] = await Promise.all([
      admin.post(`/api/HardwareId/${id}/Block`, { reason: 'Stolen' }),
      release(id),
    ]);
    expect(released.statusCode).toBe(200);
    const order = blocked.statusCode === 200 ? ['added', 'blocked', 'released'] : ['added', 'released'];
    expect(await listEventKinds(portal.database, on)).toEqual(order);
    expect((await admin.get(`/api/HardwareId/${id}`)).json().status).toBe(5);
  }
});
