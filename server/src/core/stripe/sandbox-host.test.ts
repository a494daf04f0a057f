import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { closeAfterTests } from '../../../test/clean-up.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { ownPort } from '../../../test/own-port.ts';
import { MemoryLog } from '../../../test/portal.ts';
import { startSandboxHost } from './sandbox-host.ts';

test('a process that waits for the sandbox leaves the database alone, and takes over when the other ends', async () => {
  const { url } = await createTestDatabase();
  const server = new URL(url);
  let connections = 0;
  const relay = createServer((client) => {
    connections += 1;
    const upstream = connect(Number(server.port), server.hostname);
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  closeAfterTests(() => relay.close());
  await once(relay, 'listening');
  const relayed = new URL(url);
  relayed.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`;

  const log = new MemoryLog();
  const port = await ownPort();
  const start = (databaseUrl: string) =>
    startSandboxHost({ databaseUrl, port, browserBase: 'http://localhost/stripe-sandbox', logger: pino(log) });
  const first = await start(url);
  const second = await start(relayed.href);
  closeAfterTests(() => second.close());
  const needed = connections;
  await pause(2_500);
  expect(connections).toBe(needed);
  await first.close();
  await vi.waitFor(() => expect(log.text).toContain('took over the sandbox'), 20_000);
  expect(log.text).not.toContain('could not take over');
});
