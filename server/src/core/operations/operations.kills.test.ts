import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDatabaseHolds, type DatabaseHolds, type Hold } from '../../../test/database-holds.ts';
import type { FaultyProxy } from '../../../test/faulty-proxy.ts';
import type { FullPortal } from '../../../test/full-portal.ts';
import { listMirroredObjects, listStripeObjects } from '../../../test/mirrored-objects.ts';
import type { Change, OperationCase } from '../../../test/operation-case.ts';
import { operationCases } from '../../../test/operation-cases.ts';
import { createStepFinder, expectState, waitForSettledOperation } from '../../../test/operation-run.ts';
import { ownPort } from '../../../test/own-port.ts';
import { startPortalBehindProxy } from '../../../test/portal-behind-proxy.ts';
import { type PortalProcess, portalProcess } from '../../../test/portal-process.ts';
import { registrationCase } from '../../../test/registration-case.ts';
import { sampled, shuffled } from '../../../test/sample.ts';
import { waitForStripeEvents } from '../../../test/wait-for-stripe-events.ts';

/**
 * Kills the portal at every step of every kind of operation. Several are held at once, one per account, before the
 * process gets SIGKILL. After a restart without further requests, each ends once, as without the kill.
 */

/**
 * When the kill happens: `before` a call reaches Stripe, after it `worked` but before its response leaves, or after
 * it is `answered` but before any of it is stored.
 */
type Moment = 'before' | 'worked' | 'answered';

interface Kill {
  readonly name: string;
  readonly kind: OperationCase;
  /**
   * `operation` for the two moments without a call: once its `row` is written, and before its outcome is written
   * (`settling`).
   */
  readonly step: string;
  readonly moment: Moment | 'row' | 'settling';
}

const kills: readonly Kill[] = [
  ...Object.entries(operationCases).flatMap(([name, kind]) => [
    ...(kind.continues ? [] : [{ name, kind, step: 'operation', moment: 'row' as const }]),
    ...killsAtCalls(name, kind, ['before', 'worked', 'answered']),
    { name, kind, step: 'operation', moment: 'settling' as const },
  ]),
  // Its account does not exist before, so the database cannot hold it.
  ...killsAtCalls('registration', registrationCase, ['before', 'worked']),
];

function killsAtCalls(name: string, kind: OperationCase, moments: readonly Moment[]): Kill[] {
  return kind.steps.flatMap((step) => moments.map((moment) => ({ name, kind, step, moment })));
}

/**
 * Number of operations held at once. Each holds one of the twenty concurrent calls, or a connection to the database.
 */
const roundSize = 12;
const { seed, size } = sampled('kills in operations', { sample: 6, whole: kills.length });
const traits = ({ kind, moment }: Kill) => [moment, ...(kind === registrationCase ? [`registration ${moment}`] : [])];
const rounds = chunk(shuffled(kills, seed, traits).slice(0, size), roundSize);

vi.setConfig({ maxConcurrency: roundSize, testTimeout: 240_000 });

let portal: FullPortal;
let proxy: FaultyProxy;
let killed: PortalProcess;
let holds: DatabaseHolds;

beforeAll(async () => {
  const port = await ownPort();
  ({ portal, proxy } = await startPortalBehindProxy({ webhookPort: port }));
  holds = await createDatabaseHolds(portal);
  // Work that is held in the database must not time out after the usual fifteen seconds, because all must be held at
  // once.
  const patient = new URL(portal.database.url);
  patient.searchParams.set('statement_timeout', '180000');
  killed = portalProcess({ databaseUrl: patient.href, apiBase: proxy.url, port });
  await killed.start();
  // The first backfill of the mirror would repair what an operation left undone.
  await vi.waitFor(
    async () => {
      const { rows } = await portal.database.pool.query('select state from stripe_mirror_runs');
      expect(rows).toEqual([{ state: 'done' }]);
    },
    { timeout: 90_000, interval: 100 },
  );
}, 240_000);

afterAll(() => killed.kill());

describe.each(rounds.map((round, at) => ({ round, at: at + 1 })))(`round $at of ${rounds.length}`, ({ round }) => {
  const changes = new Map<Kill, Change>();
  let startedAt = 0;
  /** Milliseconds left of the minute after the restart, by whose end everything must be in order. */
  const left = () => 60_000 - (performance.now() - startedAt);

  beforeAll(async () => {
    await Promise.all(round.map(async (kill) => changes.set(kill, await prepare(kill))));
    await standStill(changes);
    await killed.kill();
    await holds.release();
    proxy.decide = () => undefined;
    proxy.beforeAnswer = () => undefined;
    await killed.start();
    startedAt = performance.now();
  }, 240_000);

  test.concurrent.for(round)('$name, killed at "$step" ($moment), ends as without the kill', async (kill) => {
    const change = changes.get(kill) as Change;
    const { ends, world, check } = kill.kind;
    expect(await waitForSettledOperation(change, left())).toMatchObject({ state: ends });
    await expectState(change, world, left());
    await check?.(change);
    // The requester does not know the outcome and asks again.
    await change.ask();
    await waitForSettledOperation(change, left());
    await expectState(change, world, left());
  });

  test('the mirror equals Stripe, and no registration is unsettled', async () => {
    await waitForStripeEvents(portal);
    expect(await listMirroredObjects(portal.database)).toEqual(await listStripeObjects(portal.stripe));
    expect((await portal.database.pool.query('select from accounts where is_registering')).rowCount).toBe(0);
  });
});

async function prepare({ kind }: Kill): Promise<Change> {
  const change = await kind.prepare(portal);
  change.person.browser = change.person.browser.at(killed);
  return change;
}

/** Requests all changes, and returns when all of them are held where they will be killed. */
async function standStill(changes: ReadonlyMap<Kill, Change>): Promise<void> {
  const byEmail = new Map([...changes].map(([kill, { person }]) => [person.email, { ...kill, person }]));
  const atProxy = new Set<Change['person']>();
  const find = createStepFinder(portal);
  const killAt = async (key: string) => {
    const place = await find(key);
    const kill = place && byEmail.get(place.email);
    if (!kill || kill.step !== place.step) return undefined;
    kill.person.accountId = place.accountId;
    return kill;
  };
  proxy.decide = async (_method, _path, key) => {
    const kill = await killAt(key);
    if (kill?.moment === 'before') {
      atProxy.add(kill.person);
      return 'silence';
    }
    return kill?.moment === 'worked' ? 'do, then silence' : undefined;
  };
  proxy.beforeAnswer = async (_method, _path, key) => {
    const kill = await killAt(key);
    if (kill?.moment === 'worked') atProxy.add(kill.person);
    if (kill?.moment === 'answered') await hold(kill, 'answered');
  };
  const hold = ({ person }: { person: Change['person'] }, at: Hold) =>
    holds.add(person.accountId, person.customerId, at);
  for (const kill of byEmail.values()) {
    if (kill.moment === 'row' || kill.moment === 'settling') await hold(kill, kill.moment);
  }
  // Nobody should get a response, because the process is killed first. A response explains why an operation was not
  // held.
  const answers = new Map<string, string | undefined>();
  for (const change of changes.values()) {
    change.ask().then(
      (answer) => answers.set(change.person.email, answer?.body),
      () => undefined,
    );
  }
  await vi.waitFor(
    async () => {
      const held = await holds.standing();
      const missing = [...byEmail]
        .filter(([, { person }]) => !atProxy.has(person) && !held.has(person.accountId))
        .map(([email, { name, step, moment }]) => [name, step, moment, answers.get(email)]);
      expect(missing).toEqual([]);
    },
    { timeout: 90_000, interval: 20 },
  );
}

function chunk<Item>(items: readonly Item[], length: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / length) }, (_, at) =>
    items.slice(at * length, (at + 1) * length),
  );
}
