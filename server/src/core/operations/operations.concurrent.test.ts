import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { FaultyProxy } from '../../../test/faulty-proxy.ts';
import type { FullPortal } from '../../../test/full-portal.ts';
import { operationCases } from '../../../test/operation-cases.ts';
import { createStepFinder, expectState, waitForSettledOperation } from '../../../test/operation-run.ts';
import { startPortalBehindProxy } from '../../../test/portal-behind-proxy.ts';
import { sampled, shuffled } from '../../../test/sample.ts';

let portal: FullPortal;
let proxy: FaultyProxy;

beforeAll(async () => {
  // The test holds calls back, so they must not time out.
  ({ portal, proxy } = await startPortalBehindProxy({ queue: true, timeout: 60_000 }));
});

beforeEach(() => {
  proxy.decide = () => undefined;
});

const asked = Object.entries(operationCases).filter(([, { continues }]) => !continues);
const { seed, size } = sampled('changes asked for at once', { sample: 13, whole: asked.length });
const chosen = shuffled(asked, seed, ([, { kind }]) => [kind]).slice(0, size);

/**
 * Changes whose second request is refused or finds nothing to do. The other changes can be repeated with the same
 * result.
 */
const onceOnly = new Set(['cancellation', 'restoration', 'invoice paid', 'purchase', 'change']);

const several = 4;

/**
 * Holds the response of an account's first call at Stripe until the requests wait for it and have nothing else to do.
 */
function holdFirstCall(accountId: number): { readonly released: Promise<void> } {
  const arrivals = vi.spyOn(portal.app.operations.running, 'get');
  const find = createStepFinder(portal);
  const { promise: released, resolve } = Promise.withResolvers<void>();
  let held: Promise<void> | undefined;
  proxy.decide = async (_method, _path, key) => {
    if ((await find(key))?.accountId !== accountId) return undefined;
    held ??= vi.waitFor(
      async () => {
        expect(arrivals).toHaveBeenCalledTimes(several);
        for (let look = 0; look < 5; look += 1) {
          const { rowCount } = await portal.database.pool.query(
            "select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()",
          );
          expect(rowCount).toBe(0);
        }
      },
      { timeout: 50_000, interval: 20 },
    );
    await held.finally(resolve);
    return undefined;
  };
  return { released };
}

test.each(chosen)(
  'concurrent requests of %s make one change; requests that arrive at its end are refused or change nothing',
  { timeout: 240_000 },
  async (name, kind) => {
    const change = await kind.prepare(portal);
    vi.restoreAllMocks();
    const { released } = holdFirstCall(change.person.accountId);
    const ask = () => Promise.all(Array.from({ length: several }, () => change.ask()));
    const [joined, late] = await Promise.all([ask(), released.then(ask)]);
    const expected = kind.ends === 'succeeded' ? 200 : 402;
    for (const answer of joined) expect(answer?.statusCode, answer?.body).toBe(expected);
    const operationIds = (answers: typeof joined) =>
      new Set(answers.filter((answer) => answer?.statusCode === 200).map((answer) => answer?.json().operationId));
    if (expected === 200) expect(operationIds(joined).size).toBe(1);
    for (const answer of late) expect([200, 402, 404, 409, 422], answer?.body).toContain(answer?.statusCode);
    if (onceOnly.has(name)) expect(operationIds([...joined, ...late])).toEqual(operationIds(joined));
    expect(await waitForSettledOperation(change)).toMatchObject({ kind: kind.kind });
    await expectState(change, kind.world);
  },
);
