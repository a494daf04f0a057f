import { beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { insertLicense, type LicenseRow } from '../../../test/licenses.ts';
import { isSoak, randomNumbers, sampled } from '../../../test/sample.ts';
import { assignSeats } from './assign-seats.ts';
import { deviceStatus } from './device-status.ts';
import { accountId, createDevicesPortal, type DevicesPortal, findSeatCounts } from './devices.test-support.ts';

/** The expected state of a device. The order of the list is the order of seats. */
interface ModelDevice {
  id: number;
  hardwareId: string;
  seen: boolean;
  blocked: boolean;
}

interface Model {
  readonly license: LicenseRow;
  quantity: number;
  canceled: boolean;
  places: ModelDevice[];
  counted: number;
  next: number;
}

let portal: DevicesPortal;
let admin: Browser;

beforeAll(async () => {
  portal = await createDevicesPortal();
  admin = await portal.signIn('admin');
});

const { seed, size, isComplete } = sampled('histories of devices', { sample: 4, whole: 100 });
const random = randomNumbers(seed);
const pick = <Value>(values: readonly Value[]) => values[random() % values.length] as Value;
const has = ({ quantity, places }: Model, device: ModelDevice) => quantity < 0 || places.indexOf(device) < quantity;
const allowed = ({ quantity }: Model) => (quantity < 0 ? Number.POSITIVE_INFINITY : Math.max(quantity, 3));
const call = async (path: string, body: object) => {
  const answer = await admin.post(path, body);
  return { id: answer.json().id as number, code: (answer.json().code ?? 'done') as string };
};

function newHardwareId(model: Model): string {
  model.next += 1;
  return `H-${model.next}`;
}

/** Refused if its release counts and none is left; otherwise counted. */
function release(model: Model, device: ModelDevice): 'done' | 'ReleaseLimit' {
  const counts = device.seen && has(model, device);
  if (counts && model.counted >= allowed(model)) return 'ReleaseLimit';
  if (counts) model.counted += 1;
  return 'done';
}

const steps: Readonly<Record<string, (model: Model) => Promise<void>>> = {
  async add(model) {
    const full = model.quantity >= 0 && model.places.length >= model.quantity;
    const hardwareId = newHardwareId(model);
    const { id, code } = await call(`/api/Licenses/${model.license.id}/AddHardware`, { hardwareId });
    expect(code).toBe(model.canceled ? 'LicenseNotActive' : full ? 'LicenseFull' : 'done');
    if (code === 'done') model.places.push({ id, hardwareId, seen: false, blocked: false });
  },
  async addAgain(model) {
    const { hardwareId } = pick(model.places);
    const { code } = await call(`/api/Licenses/${model.license.id}/AddHardware`, { hardwareId });
    expect(code).toBe(model.canceled ? 'LicenseNotActive' : 'ValidationError');
  },
  async release(model) {
    const device = pick(model.places);
    const { code } = await call(`/api/HardwareId/${device.id}/Release`, {});
    expect(code).toBe(model.canceled ? 'LicenseNotActive' : release(model, device));
    if (code === 'done') model.places = model.places.filter((other) => other !== device);
  },
  async replace(model) {
    const device = pick(model.places);
    const hardwareId = newHardwareId(model);
    const { id, code } = await call(`/api/HardwareId/${device.id}/Replace`, { name: 'New', hardwareId });
    expect(code).toBe(model.canceled ? 'LicenseNotActive' : release(model, device));
    const replacement = { id, hardwareId, seen: false, blocked: false };
    if (code === 'done') model.places = model.places.map((other) => (other === device ? replacement : other));
  },
  async block(model) {
    const device = pick(model.places);
    const { code } = await call(`/api/HardwareId/${device.id}/${device.blocked ? 'Unblock' : 'Block'}`, {
      reason: 'x',
    });
    expect(code).toBe('done');
    device.blocked = !device.blocked;
  },
  async see(model) {
    const device = pick(model.places);
    device.seen = true;
    await portal.database.pool.query('update devices set first_seen_at = now() where id = $1', [device.id]);
    await change(model);
  },
  async sell(model) {
    model.quantity = pick([-1, 1, 2, 3, 4]);
    await change(model);
  },
  async cancel(model) {
    model.canceled = !model.canceled;
    await change(model);
  },
};

/** Stores the license and assigns its seats, as a change of the subscription does. */
async function change({ license, quantity, canceled }: Model): Promise<void> {
  const status = canceled ? 3 : 1;
  await portal.database.pool.query('update licenses set quantity = $2, status = $3 where id = $1', [
    license.id,
    quantity,
    status,
  ]);
  await portal.database.transaction((transaction) =>
    assignSeats(transaction, [{ id: license.id, quantity, status, licenseModel: 0 }]),
  );
}

async function expectAsModel(model: Model): Promise<void> {
  const { license, quantity, canceled, places, counted } = model;
  const { rows } = await portal.database.pool.query(
    'select id, status from devices where license_id = $1 and released_at is null order by place_since, id',
    [license.id],
  );
  const moment = new Date();
  expect(rows).toEqual(
    places.map(({ id, seen, blocked }, index) => ({
      id,
      status: deviceStatus(
        { firstSeenAt: seen ? moment : null, blockedAt: blocked ? moment : null, releasedAt: null },
        { status: canceled ? 3 : 1, quantity, licenseModel: 0 },
        index + 1,
      ),
    })),
  );
  const used = quantity < 0 ? places.length : Math.min(quantity, places.length);
  expect(await findSeatCounts(portal.database, license)).toEqual({ used, exceeded: places.length - used });
  const events = await portal.database.pool.query(
    'select count(*)::int as counted from device_events where license_id = $1 and counts_as_release',
    [license.id],
  );
  expect(events.rows).toEqual([{ counted }]);
}

test('devices match a model after any history', { timeout: isSoak ? 3_600_000 : 120_000 }, async () => {
  const taken = new Set<string>();
  for (let history = 0; history < size; history += 1) {
    // All histories are of one account, whose hourly limits are not under test.
    await portal.database.pool.query('delete from rate_limits');
    const license = await insertLicense(portal.database, accountId, { quantity: 3 });
    const model: Model = { license, quantity: 3, canceled: false, places: [], counted: 0, next: 0 };
    const done: string[] = [];
    for (let count = 0; count < 40; count += 1) {
      const possible = model.places.length > 0 ? Object.keys(steps) : ['add'];
      // A canceled license is restored soon, because it refuses most actions.
      const name = model.canceled && random() % 5 < 2 ? 'cancel' : pick([...possible, 'add']);
      done.push(name);
      try {
        await steps[name]?.(model);
        await expectAsModel(model);
        taken.add(name);
      } catch (error) {
        throw new Error(`after ${done.join(', ')}`, { cause: error });
      }
    }
  }
  if (isComplete) expect([...taken].toSorted()).toEqual(Object.keys(steps).toSorted());
});
