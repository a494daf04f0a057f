import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FaultyProxy } from '../../test/faulty-proxy.ts';
import type { FullPortal } from '../../test/full-portal.ts';
import { operationCases } from '../../test/operation-cases.ts';
import { createPlaceFinder, expectWorld, settledOperation } from '../../test/operation-run.ts';
import { startPortalBehindProxy } from '../../test/portal-behind-proxy.ts';

let portal: FullPortal;
let proxy: FaultyProxy;

beforeAll(async () => {
  // Calls are held back here: none of them is to be given up meanwhile.
  ({ portal, proxy } = await startPortalBehindProxy({ queue: true, timeout: 60_000 }));
});

beforeEach(() => {
  proxy.decide = () => undefined;
});

const asked = Object.entries(operationCases).filter(([, { continues }]) => !continues);

/** Changes of which one more is refused, or finds nothing to do; the others may be made again and end alike. */
const onceOnly = new Set(['cancellation', 'restoration', 'invoice paid', 'purchase', 'change']);

const ten = <Result>(ask: () => Promise<Result>) => Promise.all(Array.from({ length: 10 }, ask));

/** Keeps an account's first call at Stripe from being answered until ten requests wait for its end, and have nothing left to do of their own. */
function holdFirstCall(accountId: number): void {
  const arrivals = vi.spyOn(portal.app.operations.running, 'get');
  const find = createPlaceFinder(portal);
  let held: Promise<void> | undefined;
  proxy.decide = async (_method, _path, key) => {
    if ((await find(key))?.accountId !== accountId) return undefined;
    held ??= vi.waitFor(
      async () => {
        expect(arrivals).toHaveBeenCalledTimes(10);
        for (let look = 0; look < 5; look += 1) {
          const { rowCount } = await portal.database.pool.query(
            "select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()",
          );
          expect(rowCount).toBe(0);
        }
      },
      { timeout: 50_000, interval: 20 },
    );
    await held;
    return undefined;
  };
}

describe('ten at once', () => {
  test.each(asked)('%s: are one, which all of them are told of', { timeout: 240_000 }, async (_name, kind) => {
    const change = await kind.prepare(portal);
    vi.restoreAllMocks();
    holdFirstCall(change.person.accountId);
    const answers = await ten(() => change.ask());
    const expected = kind.ends === 'succeeded' ? 200 : 402;
    for (const answer of answers) expect(answer?.statusCode, answer?.body).toBe(expected);
    if (expected === 200) expect(new Set(answers.map((answer) => answer?.json().operationId)).size).toBe(1);
    await settledOperation(change);
    await expectWorld(change, kind.world);
  });

  test.each(asked)(
    '%s: and those that come when it is made are refused or change nothing',
    { timeout: 240_000 },
    async (name, kind) => {
      const change = await kind.prepare(portal);
      const answers = await ten(() => change.ask());
      const taken = answers.filter((answer) => answer?.statusCode === 200);
      // One that comes after the change was made is told so.
      for (const answer of answers) expect([200, 402, 404, 409, 422], answer?.body).toContain(answer?.statusCode);
      if (kind.ends === 'succeeded') expect(taken.length).toBeGreaterThan(0);
      if (onceOnly.has(name)) expect(new Set(taken.map((answer) => answer?.json().operationId)).size).toBe(1);
      await settledOperation(change);
      await expectWorld(change, kind.world);
    },
  );
});
