import type { productDashboards, ResponseOf } from '@portico/contract';
import { LicenseClient } from '@portico/license-client';
import fc from 'fast-check';
import { test } from '../harness/example-products.ts';
import { addToken, buySeats, createToken } from '../harness/seats.ts';
import { expect } from '../harness/test.ts';
import { expireLeases, shareUsage } from '../harness/usage.ts';

const devices = ['FRONT-DESK', 'BACK-OFFICE', 'WAREHOUSE'] as const;
type Device = (typeof devices)[number];
const productId = 'veriscan-desktop';
const seats = 2;
/** Releases allowed in 30 days. */
const releases = 3;

/** What a product did, and the expected reports about it, as the story records them. */
class Model {
  readonly on = new Map<Device, number>();
  readonly active = new Set<number>();
  figures = { checks: 0, refusals: 0, activations: 0, deactivations: 0, daysFull: 0 };

  activate(device: Device): void {
    if (this.on.has(device)) return;
    if (this.on.size === seats) {
      this.figures.refusals += 1;
      this.figures.daysFull = 1;
      return;
    }
    this.figures.activations += 1;
    this.on.set(device, this.figures.activations);
    this.active.add(this.figures.activations);
  }

  deactivate(device: Device): void {
    if (this.on.delete(device)) this.figures.deactivations += 1;
  }

  /** A validation, or a heartbeat without a count: one check either way. @returns whether the device may run */
  report(device: Device): boolean {
    const activation = this.on.get(device);
    if (activation === undefined) {
      this.figures.refusals += 1;
      return false;
    }
    this.active.add(activation);
    this.figures.checks += 1;
    return true;
  }
}

const act = fc.record({
  device: fc.constantFrom(...devices),
  what: fc.constantFrom('activate', 'activate', 'check', 'check', 'check', 'beat', 'deactivate'),
});

test('the dashboard shows the same figures that products counted', async ({ portal }) => {
  test.setTimeout(120_000);
  const { customer, client } = await buySeats(portal, seats);
  await shareUsage(portal, customer, 0);
  const token = await createToken(client);
  const products = new Map(
    devices.map((name) => [
      name,
      new LicenseClient({ portal: portal.url, token, product: productId, hardwareId: name, version: '5.4' }),
    ]),
  );
  const model = new Model();
  let scans = 0;
  const [acts = []] = fc.sample(fc.array(act, { minLength: 50, maxLength: 50 }), { numRuns: 1, seed: 20_261 });
  for (const [index, { device, what }] of acts.entries()) {
    const product = products.get(device) as LicenseClient;
    const turn = `${index}: ${what} ${device}`;
    if (what === 'activate') {
      const { outcome } = await product.activate();
      const wanted = model.on.has(device) ? 'already' : model.on.size === seats ? 'full' : 'activated';
      expect(outcome, turn).toBe(wanted);
      model.activate(device);
    } else if (what === 'deactivate') {
      if (!model.on.has(device) || model.figures.deactivations === releases) continue;
      await product.deactivate();
      model.deactivate(device);
    } else {
      if (what === 'beat' && model.on.has(device)) {
        product.count('scans', index);
        scans += index;
      }
      const { isLicensed } = await (what === 'check' ? product.check() : product.heartbeat());
      expect(isLicensed, turn).toBe(model.report(device));
    }
  }
  expect(Math.min(...Object.values(model.figures)), 'everything happened').toBeGreaterThan(0);

  const path = `/api/ProductsDashboard/${productId}`;
  const { metrics } = await client.call<ResponseOf<typeof productDashboards.getMetrics>>(
    'GET',
    `${path}/AccountMetrics`,
  );
  const shownFigures = Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  expect(shownFigures).toMatchObject({ ...model.figures, activeDevices: model.active.size });
  const { days } = await client.call<ResponseOf<typeof productDashboards.listDays>>('GET', `${path}/DailyMetrics`);
  const sum = (name: 'checks' | 'refusals' | 'activations' | 'deactivations') =>
    days.reduce((total, day) => total + (day[name] ?? 0), 0);
  const counted = await client.call<ResponseOf<typeof productDashboards.listCounters>>(
    'GET',
    `${path}/ReportedCounters`,
  );
  expect(scans).toBeGreaterThan(0);
  expect(counted).toMatchObject({ items: [{ name: 'scans', total: scans }], otherNames: 0 });
  const { daysFull, ...summed } = model.figures;
  for (const [name, value] of Object.entries(summed)) expect(sum(name as keyof typeof summed), name).toBe(value);
  expect(days.filter(({ wasFull }) => wasFull)).toHaveLength(daysFull);
});

test('twenty products share five seats, even if some are killed', async ({ portal, start }) => {
  test.setTimeout(180_000);
  const cloud = { product: 'veriscan-cloud', plan: 'veriscan-cloud-team' };
  const { client } = await buySeats(portal, 5, cloud);
  const token = await createToken(client, cloud.product);
  const names = Array.from({ length: 20 }, (_, index) => `SEAT-${index + 1}`);
  const begin = (name: string) => start(portal, token, name, 'checkout', '--product', cloud.product);
  const said = async (running: ReturnType<typeof begin>) => Promise.any([running.until('open'), running.until('full')]);

  const running = new Map<string, ReturnType<typeof begin>>();
  const answers = new Map<string, Awaited<ReturnType<typeof said>>>();
  // Five at a time, because each is a process that has to start.
  for (let first = 0; first < names.length; first += 5) {
    const wave = names.slice(first, first + 5);
    for (const name of wave) running.set(name, begin(name));
    for (const name of wave) answers.set(name, await said(running.get(name) as ReturnType<typeof begin>));
  }
  const holders = names.filter((name) => answers.get(name)?.event === 'open');
  const refused = names.filter((name) => answers.get(name)?.event === 'full');
  expect([holders.length, refused.length]).toEqual([5, 15]);
  for (const name of refused) expect(await running.get(name)?.end()).toBe(1);

  // A killed product keeps its seat until its lease expires; restarted, it has the same lease.
  const [first = '', second = '', third = '', ...others] = holders;
  for (const name of [first, second, third]) await running.get(name)?.end('SIGKILL');
  const anew = begin(third);
  expect(await anew.until('open')).toMatchObject({ session: answers.get(third)?.session });
  const waiting = begin(refused[0] ?? '');
  expect((await said(waiting)).event).toBe('full');

  await expireLeases(portal, [String(answers.get(first)?.session), String(answers.get(second)?.session)]);
  const next = refused.slice(1, 5).map((name) => begin(name));
  const nextAnswers = await Promise.all(next.map(said));
  expect(nextAnswers.filter(({ event }) => event === 'open')).toHaveLength(2);

  // A product that exits normally returns its seat at once.
  const open = [
    anew,
    ...others.map((name) => running.get(name)),
    ...next.filter((_, at) => nextAnswers[at]?.event === 'open'),
  ];
  for (const process of open) expect(await process?.end('SIGTERM')).toBe(0);
  const last = begin('SEAT-21');
  await last.until('open');
  expect(await last.end('SIGTERM')).toBe(0);
});

test('a token is replaced under load without a single refusal', async ({ portal }) => {
  test.setTimeout(120_000);
  const { client } = await buySeats(portal, 6);
  const first = await addToken(client, productId);
  /** Each product gets the new token at a different time. */
  const tokens = Array.from({ length: 6 }, () => first.token);
  const products = tokens.map(
    (_, index) =>
      new LicenseClient({
        portal: portal.url,
        token: () => tokens[index] ?? '',
        product: productId,
        hardwareId: `DESK-${index}`,
        retries: 0,
      }),
  );
  for (const one of products) expect((await one.activate()).outcome).toBe('activated');
  const load = { isOver: false, asked: 0 };
  const sources: string[] = [];
  const working = products.map(async (one) => {
    while (!load.isOver) {
      const { isLicensed, source } = await (load.asked % 2 === 0 ? one.check() : one.heartbeat());
      load.asked += 1;
      if (!isLicensed || source !== 'portal') sources.push(source);
    }
  });
  const soFar = async (more: number) => {
    const target = load.asked + more;
    await expect.poll(() => load.asked, { timeout: 60_000 }).toBeGreaterThanOrEqual(target);
  };
  await soFar(20);
  const path = `/api/ProductsDashboard/${productId}`;
  const second = await client.call<{ token: string }>('POST', `${path}/ReplaceToken/${first.tokenId}`, {
    overlapHours: 1,
    expirationDate: '9999-01-01',
  });
  for (const index of tokens.keys()) {
    await soFar(8);
    tokens[index] = second.token;
  }
  await soFar(20);
  await client.call('PUT', `${path}/EndOverlap/${first.tokenId}`, {});
  await soFar(20);
  load.isOver = true;
  await Promise.all(working);
  expect(sources).toEqual([]);

  tokens[0] = first.token;
  await expect.poll(async () => (await products[0]?.check())?.error?.code).toBe('TokenRejected');
});
