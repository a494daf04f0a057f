import { expect, test } from 'vitest';
import { createCrowd } from './crowd.ts';

test('lets twenty come at once, and tells the others to ask again in some seconds', () => {
  const crowd = createCrowd(
    () => false,
    () => 0,
  );
  const waits = Array.from({ length: 200 }, (_, person) => crowd.ask(`address ${person}`));
  expect(waits.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 0));
  for (const wait of waits.slice(20)) {
    expect(wait).toBeGreaterThanOrEqual(2);
    expect(wait).toBeLessThanOrEqual(6);
  }
  expect(new Set(waits.slice(20)).size, 'not all of them come back at the same moment').toBe(5);
});

test('keeps a place for an address that was let go on until its form was taken, or did not come', async () => {
  let time = 0;
  const crowd = createCrowd(
    () => false,
    () => time,
  );
  for (let person = 0; person < 20; person += 1) crowd.ask(`address ${person}`);
  let finish: () => void = () => {};
  const taken = crowd.take('address 0', () => new Promise<void>((resolve) => (finish = resolve)));
  expect(crowd.ask('late')).toBeGreaterThan(0);
  time = 3_001;
  for (let person = 20; person < 39; person += 1) expect(crowd.ask(`address ${person}`)).toBe(0);
  expect(crowd.ask('late'), 'one is still being taken').toBeGreaterThan(0);
  finish();
  await taken;
  expect(crowd.ask('late')).toBe(0);
  await expect(crowd.take('late', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(crowd.ask('later')).toBe(0);
});

test('reserves one place for an address, and lets its other forms come while there are places', () => {
  const crowd = createCrowd(
    () => false,
    () => 0,
  );
  for (let asked = 0; asked < 100; asked += 1) expect(crowd.ask('office')).toBe(0);
  for (let person = 0; person < 19; person += 1) expect(crowd.ask(`address ${person}`)).toBe(0);
  expect(crowd.ask('late')).toBeGreaterThan(0);
});

test('reserves no further place within a minute for addresses that only ask', async () => {
  let time = 0;
  const crowd = createCrowd(
    () => false,
    () => time,
  );
  const askFromAll = () => {
    for (let address = 0; address < 20; address += 1) crowd.ask(`asks only ${address}`);
  };
  askFromAll();
  expect(crowd.ask('somebody else')).toBeGreaterThan(0);
  for (time = 3_001; time < 60_000; time += 1_000) {
    askFromAll();
    expect(crowd.ask('somebody else')).toBe(0);
  }
  time = 60_000;
  askFromAll();
  expect(crowd.ask('somebody else'), 'a minute later they may reserve again').toBeGreaterThan(0);
});

test('reserves a place again for an address whose form came', async () => {
  const crowd = createCrowd(
    () => false,
    () => 0,
  );
  for (let form = 0; form < 3; form += 1) {
    crowd.ask('office');
    await crowd.take('office', async () => {});
  }
  crowd.ask('office');
  for (let person = 0; person < 19; person += 1) expect(crowd.ask(`address ${person}`)).toBe(0);
  expect(crowd.ask('late')).toBeGreaterThan(0);
});

test('lets nobody come while the portal has too much to do', () => {
  const crowd = createCrowd(() => true);
  expect(crowd.ask('anybody')).toBeGreaterThan(0);
});
