import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentCaller } from '../db/fair-queue.ts';
import { boundedHttpClient } from './bounded-http-client.ts';

type Inner = Parameters<typeof boundedHttpClient>[0];

/** A client whose calls are answered by `answerNext`, in the order in which they were sent. */
function startClient() {
  const sent: string[] = [];
  const answers: (() => void)[] = [];
  const refused: string[] = [];
  const client = boundedHttpClient(
    {
      getClientName: () => 'silent',
      makeRequest: (_host, _port, path) => {
        sent.push(path);
        return new Promise((resolve) => answers.push(() => resolve({ getStatusCode: () => 200 } as never)));
      },
    } as Inner,
    undefined,
    undefined,
  );
  const call = (path: string, timeout = 10_000) =>
    void client
      .makeRequest('api.stripe.com', '443', path, 'GET', {}, '', 'https', timeout)
      .then((response) => response.getStatusCode() === 503 && refused.push(path));
  const pass = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);
  const answerNext = async () => {
    answers.shift()?.();
    await pass();
  };
  return { sent, refused, call, pass, answerNext };
}

const numbered = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `${from + index}`);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('twenty calls run at once, and two hundred wait as long as a response may take', async () => {
  const { sent, refused, call, pass, answerNext } = startClient();
  for (const path of numbered(220)) call(path);
  await pass();
  expect(sent).toEqual(numbered(20));
  expect(refused).toEqual([]);
  call('220');
  await pass();
  expect(refused).toEqual(['220']);
  await answerNext();
  expect(sent).toEqual(numbered(21));
  call('a short one', 5_000);
  await pass(5_000);
  expect(refused).toEqual(['220', 'a short one']);
  await pass(4_999);
  expect(refused).toHaveLength(2);
  await pass(1);
  expect(refused.slice(2)).toEqual(numbered(199, 21));
  expect(sent).toHaveLength(21);
});

test('a free slot goes to a new call if no other waits', async () => {
  const { sent, call, pass, answerNext } = startClient();
  for (const path of numbered(21)) call(path);
  await pass();
  for (let count = 0; count < 21; count += 1) await answerNext();
  for (const path of numbered(21, 21)) call(path);
  await pass();
  expect(sent).toEqual(numbered(41));
});

test('calls of one account delay each call of another by one turn, and are the only ones refused when too many wait', async () => {
  const { sent, refused, call, pass, answerNext } = startClient();
  currentCaller.run('account 1', () => {
    for (const path of numbered(221)) call(path);
  });
  await pass();
  expect(refused).toEqual(['220']);
  currentCaller.run('account 2', () => call('another'));
  await answerNext();
  await answerNext();
  expect(sent.slice(20)).toEqual(['20', 'another']);
  expect(refused).toEqual(['220']);
});

test('a refused call is reported once, with Stripe’s reason and request (STR-4)', async () => {
  const reported: object[] = [];
  const error = { type: 'invalid_request_error', code: 'parameter_invalid', param: 'currency', message: 'No.' };
  const answer = (status: number) => ({
    getStatusCode: () => status,
    getHeaders: () => ({ 'request-id': 'req_1' }),
    toJSON: async () => ({ error }),
  });
  let status = 400;
  const client = boundedHttpClient(
    { getClientName: () => 'silent', makeRequest: async () => answer(status) } as never as Inner,
    undefined,
    undefined,
    (refusal) => reported.push(refusal),
  );
  const call = async () => {
    const path = '/v1/invoices/in_1A/pay';
    const response = await client.makeRequest('api.stripe.com', '443', path, 'POST', {}, '', 'https', 1_000);
    return response.toJSON();
  };
  expect(await call()).toEqual({ error });
  status = 402;
  await call();
  const { code, param, message } = error;
  const operation = 'POST /v1/invoices/{id}/pay';
  expect(reported).toEqual([{ operation, status: 400, code, param, message, requestId: 'req_1' }]);
});
