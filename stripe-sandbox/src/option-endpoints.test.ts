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

/** The endpoints of a start with these options, after what is done with the API there. */
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

test('endpoints of an earlier start go away where they are not given again; those of the API stay', async () => {
  const made = 'https://made.example/hook';
  expect(
    await endpointsOf([first, second], (stripe) =>
      stripe.webhookEndpoints.create({ url: made, enabled_events: ['customer.created'] }),
    ),
  ).toEqual([first.url, made, second.url]);
  expect(await endpointsOf([second])).toEqual([made, second.url]);
  // Whoever says nothing of endpoints changes none.
  expect(await endpointsOf(undefined)).toEqual([made, second.url]);
  // Naming the API's endpoint makes it nobody else's.
  expect(await endpointsOf([{ url: made, secret: 'whsec_given' }])).toEqual([made]);
  expect(await endpointsOf([])).toEqual([made]);
});

test('a start that fails because its port is taken registers and removes nothing', async () => {
  const before = await endpointsOf([first]);
  const { port } = blocker.address() as { port: number };
  await expect(startSandbox({ databaseUrl, port, webhookEndpoints: [second] })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  expect(await endpointsOf(undefined)).toEqual(before);
});
