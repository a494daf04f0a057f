import { beforeAll, expect, test } from 'vitest';
import { type FullPortal, startFullPortal } from '../../test/full-portal.ts';
import { operationCases } from '../../test/operation-cases.ts';
import { expectWorld, settledOperation } from '../../test/operation-run.ts';

let portal: FullPortal;

beforeAll(async () => {
  portal = await startFullPortal({ queue: true });
});

const asked = Object.entries(operationCases).filter(([, { continues }]) => !continues);

/** Changes of which one more is refused, or finds nothing to do; the others may be made again and end alike. */
const onceOnly = new Set(['cancellation', 'restoration', 'invoice paid', 'purchase', 'change']);

test.each(asked)(
  '%s: ten at once are one',
  async (name, kind) => {
    const change = await kind.prepare(portal);
    const answers = await Promise.all(Array.from({ length: 10 }, () => change.ask()));
    const taken = answers.filter((answer) => answer?.statusCode === 200);
    // One that comes after the change was made is told so.
    for (const answer of answers) expect([200, 402, 404, 409, 422], answer?.body).toContain(answer?.statusCode);
    if (kind.ends === 'succeeded') expect(taken.length).toBeGreaterThan(0);
    if (onceOnly.has(name)) expect(new Set(taken.map((answer) => answer?.json().operationId)).size).toBe(1);
    await settledOperation(change);
    await expectWorld(change, kind.world);
  },
  60_000,
);
