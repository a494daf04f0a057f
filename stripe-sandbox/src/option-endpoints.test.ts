import { createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { clientOf, newDatabase } from '../test/sandbox.ts';
import { type SandboxOptions, startSandbox } from './index.ts';

const databaseUrl = await newDatabase();
const blocker = createServer().listen(0, '127.0.0.1');
await new Promise((resolve) => blocker.once('listening', resolve));
afterAll(() => blocker.close());

const first = { url: 'https://first.example/hook', secret: 'whsec_first' };
const second = { url: 'https://second.example/hook', secret: 'whsec_second' };

/** The endpoints after a start with these options, following earlier API calls. */
async function endpointsOf(
  webhookEndpoints: SandboxOptions['webhookEndpoints'],
  act: (stripe: ReturnType<typeof clientOf>) => Promise<unknown> = async () => {},
): Promise<string[]> {
  const sandbox = await startSandbox({
    databaseUrl,
    port: 0,
    ...(webhookEndpoints === undefined ? {} : { webhookEndpoints }),
  });
  try {
    const stripe = clientOf(sandbox);
    await act(stripe);
    return (await stripe.webhookEndpoints.list()).data.map(({ url }) => url).sort();
  } finally {
    await sandbox.close();
  }
}

test('removes the endpoints of an earlier start that are missing now, and keeps the endpoints of the API', async () => {
  const made = 'https://made.example/hook';
  expect(
    await endpointsOf([first, second], (stripe) =>
      stripe.webhookEndpoints.create({ url: made, enabled_events: ['customer.created'] }),
    ),
  ).toEqual([first.url, made, second.url]);
  expect(await endpointsOf([second])).toEqual([made, second.url]);
  // A start without the option changes no endpoints.
  expect(await endpointsOf(undefined)).toEqual([made, second.url]);
  // An option with the URL of an API endpoint does not take over that endpoint.
  expect(await endpointsOf([{ url: made, secret: 'whsec_given' }])).toEqual([made]);
  expect(await endpointsOf([])).toEqual([made]);
});

test('changes no endpoints when its port is taken', async () => {
  const before = await endpointsOf([first]);
  const { port } = blocker.address() as { port: number };
  await expect(startSandbox({ databaseUrl, port, webhookEndpoints: [second] })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  expect(await endpointsOf(undefined)).toEqual(before);
});
