import { expect, test } from 'vitest';
import { createCrowd } from './crowd.ts';

test('admits twenty concurrent forms, and asks others to retry in a few seconds', () => {
  const crowd = createCrowd(
    () => false,
    () => 0,
  );
  const waits = Array.from({ length: 200 }, (_, person) => crowd.reserve(`address ${person}`));
  expect(waits.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 0));
  for (const wait of waits.slice(20)) {
    expect(wait).toBeGreaterThanOrEqual(2);
    expect(wait).toBeLessThanOrEqual(6);
  }
  expect(new Set(waits.slice(20)).size, 'retries are spread').toBe(5);
});

test('keeps a place until its form was processed, or did not arrive in time', async () => {
  let time = 0;
  const crowd = createCrowd(
    () => false,
    () => time,
  );
  for (let person = 0; person < 20; person += 1) crowd.reserve(`address ${person}`);
  let finish: () => void = () => {};
  const taken = crowd.run('address 0', () => new Promise<void>((resolve) => (finish = resolve)));
  expect(crowd.reserve('late')).toBeGreaterThan(0);
  time = 3_001;
  for (let person = 20; person < 39; person += 1) expect(crowd.reserve(`address ${person}`)).toBe(0);
  expect(crowd.reserve('late'), 'one form is still in progress').toBeGreaterThan(0);
  finish();
  await taken;
  expect(crowd.reserve('late')).toBe(0);
  await expect(crowd.run('late', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(crowd.reserve('later')).toBe(0);
});

test('frees the place of a blocked form, but counts it as an unused reservation', () => {
  let time = 0;
  const crowd = createCrowd(
    () => false,
    () => time,
  );
  const reserveOthers = () => Array.from({ length: 20 }, (_, person) => crowd.reserve(`${time} ${person}`));
  crowd.reserve('blocked');
  crowd.release('blocked');
  crowd.release('unknown');
  expect(reserveOthers().every((wait) => wait === 0)).toBe(true);
  time = 3_001;
  expect(crowd.reserve('blocked'), 'admitted, without a place').toBe(0);
  expect(reserveOthers().every((wait) => wait === 0)).toBe(true);
});

test('reserves one place for an address, and admits more of its forms while places are free', () => {
  const crowd = createCrowd(
    () => false,
    () => 0,
  );
  for (let attempt = 0; attempt < 100; attempt += 1) expect(crowd.reserve('office')).toBe(0);
  for (let person = 0; person < 19; person += 1) expect(crowd.reserve(`address ${person}`)).toBe(0);
  expect(crowd.reserve('late')).toBeGreaterThan(0);
});

test('refuses a second reservation within a minute to an address that sent no form', async () => {
  let time = 0;
  const crowd = createCrowd(
    () => false,
    () => time,
  );
  const askFromAll = () => {
    for (let address = 0; address < 20; address += 1) crowd.reserve(`asks only ${address}`);
  };
  askFromAll();
  expect(crowd.reserve('somebody else')).toBeGreaterThan(0);
  for (time = 3_001; time < 60_000; time += 1_000) {
    askFromAll();
    expect(crowd.reserve('somebody else')).toBe(0);
  }
  time = 60_000;
  askFromAll();
  expect(crowd.reserve('somebody else'), 'they may reserve again a minute later').toBeGreaterThan(0);
});

test('reserves another place for an address whose form arrived', async () => {
  const crowd = createCrowd(
    () => false,
    () => 0,
  );
  for (let form = 0; form < 3; form += 1) {
    crowd.reserve('office');
    await crowd.run('office', async () => {});
  }
  crowd.reserve('office');
  for (let person = 0; person < 19; person += 1) expect(crowd.reserve(`address ${person}`)).toBe(0);
  expect(crowd.reserve('late')).toBeGreaterThan(0);
});

test('admits no form while the portal is overloaded', () => {
  const crowd = createCrowd(() => true);
  expect(crowd.reserve('anybody')).toBeGreaterThan(0);
});
