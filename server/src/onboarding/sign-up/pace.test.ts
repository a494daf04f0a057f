import { expect, test } from 'vitest';
import { randomNumbers } from '../../../test/sample.ts';
import { createPace, type Work } from './pace.ts';

/** A pace that records its waits instead of waiting. */
function createRecordedPace() {
  const waits: number[] = [];
  const numbers = randomNumbers(1);
  const pace = createPace(
    async (milliseconds) => waits.push(milliseconds),
    () => numbers() / 2 ** 32,
  );
  const wait = async (work: Work, milliseconds = 0) => {
    await pace.wait(work, milliseconds);
    return waits.at(-1);
  };
  return { pace, wait };
}

test('waits the usual time before the first registration, and not at all if Stripe is not called', async () => {
  const { wait } = createRecordedPace();
  expect(await wait('nothing')).toBe(0);
  for (let drawn = 0; drawn < 100; drawn += 1) {
    expect(await wait('paid')).toBeGreaterThanOrEqual(900);
    expect(await wait('paid')).toBeLessThanOrEqual(1_500);
    expect(await wait('free')).toBeLessThan(900);
  }
});

test('waits as long as one of the ten latest registrations of the same kind', async () => {
  const { pace, wait } = createRecordedPace();
  const latest = Array.from({ length: 10 }, (_, index) => 2_000 + index * 200);
  for (const milliseconds of [9_000, ...latest]) pace.record('paid', milliseconds);
  pace.record('free', 300);
  const waits = new Set<number | undefined>();
  for (let drawn = 0; drawn < 200; drawn += 1) waits.add(await wait('paid'));
  expect([...waits].toSorted()).toEqual(latest);
  expect(await wait('free')).toBe(300);
});

test('waits only for the remaining time', async () => {
  const { pace, wait } = createRecordedPace();
  pace.record('paid', 2_000);
  expect(await wait('paid', 400)).toBe(1_600);
  expect(await wait('paid', 3_000)).toBe(0);
});

test('waits at most ten seconds', async () => {
  const { pace, wait } = createRecordedPace();
  pace.record('paid', 600_000);
  expect(await wait('paid')).toBe(10_000);
});
