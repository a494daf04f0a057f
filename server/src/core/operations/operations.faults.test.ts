import { beforeAll, describe, expect, test, vi } from 'vitest';
import { stateAtStripe } from '../../../test/account-states.ts';
import { cardErrorMessage, type Fault, type FaultyProxy } from '../../../test/faulty-proxy.ts';
import type { FullPortal } from '../../../test/full-portal.ts';
import { listMirroredObjects, listStripeObjects } from '../../../test/mirrored-objects.ts';
import { operationCases } from '../../../test/operation-cases.ts';
import {
  createFaults,
  expectState,
  type Faults,
  lastOperation,
  waitForSettledOperation,
} from '../../../test/operation-run.ts';
import { startPortalBehindProxy } from '../../../test/portal-behind-proxy.ts';
import { sampled, shuffled } from '../../../test/sample.ts';
import { waitForStripeEvents } from '../../../test/wait-for-stripe-events.ts';

/**
 * Every step of every kind of operation meets every failure of Stripe, each on its own account. Afterwards the
 * operation is settled once, and the payment, Stripe, the mirror and the account agree.
 */
vi.setConfig({ maxConcurrency: 8, testTimeout: 300_000 });

let portal: FullPortal;
let proxy: FaultyProxy;
let faults: Faults;

beforeAll(async () => {
  ({ portal, proxy } = await startPortalBehindProxy({ queue: true, timeout: 8_000 }));
  faults = createFaults(portal, proxy);
});

interface Cell {
  readonly name: string;
  readonly step: string;
  readonly fault: Fault;
  readonly times: number;
}

/** Each fault, and how often it occurs. Three times are all tries of the SDK, so that the worker must take over. */
const kinds: readonly (readonly [Fault, number])[] = [
  ['refuse', 3],
  ['silence', 1],
  ['drop', 1],
  ['drop', 3],
  ['do, then silence', 1],
  [500, 3],
  ['fail and keep', 1],
  ['do, fail and keep', 1],
  [429, 1],
  ['429 with retry', 2],
];

const cells: readonly Cell[] = Object.entries(operationCases).flatMap(([name, { steps, refusable }]) =>
  steps.flatMap((step) => [
    ...kinds.map(([fault, times]) => ({ name, step, fault, times })),
    ...(refusable.includes(step) ? [{ name, step, fault: 'card error' as const, times: 1 }] : []),
  ]),
);

/**
 * A sample covers each fault, each kind of change whose operation exists before the request, and each refusal after
 * which a subscription gets its card back. The other kinds of operation meet refused connections below.
 */
const traits = ({ name, step, fault, times }: Cell) => [
  `${fault} ${times}`,
  ...(operationCases[name]?.continues ? [name] : []),
  ...(fault === 'card error' && step === 'subscription-confirm' ? [`${step} ${fault}`] : []),
];

const { seed, size } = sampled('faults of operations', { sample: 12, whole: cells.length });
const chosen = shuffled(cells, seed, traits).slice(0, size);

describe.concurrent(`faults of ${chosen.length} of ${cells.length} steps`, () => {
  test.for(chosen)('$name: $step meets $fault, $times times', async ({ name, step, fault, times }) => {
    const kind = operationCases[name];
    if (!kind) throw new Error(`There is no ${name}`);
    const change = await kind.prepare(portal);
    const { person } = change;
    const before = await stateAtStripe(portal.stripe, person.email);
    const place = { accountId: person.accountId, step };
    faults.arm(place, fault, times);
    const answer = await change.ask();
    if (answer) expect([200, 402, 422, 503], answer.body).toContain(answer.statusCode);
    const isPending = answer?.statusCode === 200 && answer.json().status === 'pending';
    if (isPending && !kind.continues) {
      // A second request meanwhile joins the operation.
      const begun = await lastOperation(change);
      await change.ask();
      expect((await lastOperation(change))?.operations).toBe(begun?.operations);
    }
    const last = await waitForSettledOperation(change);
    expect(faults.countOccurrences(place)).toBe(times);
    if (fault === 'card error') {
      expect(last).toMatchObject({ state: 'failed', message: cardErrorMessage });
      await expectState(change, before);
      return;
    }
    const isLost = fault === 'do, fail and keep' && (kind.unfindable ?? []).includes(step);
    const world = isLost ? before : kind.world;
    expect(last).toMatchObject({ state: isLost ? 'failed' : kind.ends });
    await expectState(change, world);
    await kind.check?.(change);
    // Another request has no further effect.
    await change.ask();
    await waitForSettledOperation(change);
    await expectState(change, world);
  });
});

const asked = Object.values(operationCases).filter(({ continues }) => !continues);
const refused = sampled('operations while connections are refused', { sample: 13, whole: asked.length });

test('when all changes are requested at once and connections are refused, each is settled once', async () => {
  const kinds = shuffled(asked, refused.seed, ({ kind }) => [kind]).slice(0, refused.size);
  const changes = await Promise.all(kinds.map(async (kind) => ({ kind, change: await kind.prepare(portal) })));
  await proxy.close();
  await Promise.all(changes.map(({ change }) => change.ask()));
  expect(await Promise.all(changes.map(async ({ change }) => (await lastOperation(change))?.state))).toEqual(
    changes.map(() => 'pending'),
  );
  await proxy.open();
  for (const { kind, change } of changes) {
    expect(await waitForSettledOperation(change)).toMatchObject({ state: kind.ends });
    await expectState(change, kind.world);
    await kind.check?.(change);
  }
});

test('afterwards the mirror equals Stripe, nothing is unsettled, and each outcome is audited once', async () => {
  await waitForStripeEvents(portal);
  const { rows } = await portal.database.pool.query(
    `select (select count(*)::int from stripe_operations where settled_at is null) as open,
      (select count(*)::int from stripe_operations where kind = 'purchase') as purchases,
      (select count(*)::int from audit_events where kind in ('purchaseSucceeded', 'purchaseFailed', 'changeScheduled')) as audited`,
  );
  expect(rows).toEqual([{ open: 0, purchases: rows[0].audited, audited: expect.any(Number) }]);
  expect(await listMirroredObjects(portal.database)).toEqual(await listStripeObjects(portal.stripe));
});
