import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { boundedHttpClient } from './bounded-http-client.ts';

type Inner = Parameters<typeof boundedHttpClient>[0];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('unless told otherwise, twenty calls are under way at once, and two hundred wait for five seconds', async () => {
  let underWay = 0;
  const inner = {
    getClientName: () => 'silent',
    makeRequest: () => {
      underWay += 1;
      return new Promise<never>(() => {});
    },
  } as Inner;
  const client = boundedHttpClient(inner, undefined, undefined);
  const refused: number[] = [];
  const call = (index: number) =>
    void client
      .makeRequest('api.stripe.com', '443', '/v1/customers', 'GET', {}, '', 'https', 10_000)
      .then((response) => response.getStatusCode() === 503 && refused.push(index));
  const settle = () => vi.advanceTimersByTimeAsync(0);

  for (let index = 0; index < 220; index += 1) call(index);
  await settle();
  expect(underWay).toBe(20);
  expect(refused).toEqual([]);
  call(220);
  await settle();
  expect(refused).toEqual([220]);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(refused).toEqual([220]);
  await vi.advanceTimersByTimeAsync(1);
  expect(refused.slice(1)).toEqual(Array.from({ length: 200 }, (_, at) => at + 20));
  expect(underWay).toBe(20);
});
