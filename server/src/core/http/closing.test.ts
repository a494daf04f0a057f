import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { prepareClosing } from './closing.ts';

test('a closing server finishes running requests, and waits neither for idle nor for unused connections', async () => {
  const http = fastify();
  http.get('/', async () => {
    await pause(200);
    return 'answered';
  });
  const close = prepareClosing(http);
  await http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = http.server.address() as AddressInfo;
  const unused = connect(port, '127.0.0.1');
  await once(unused, 'connect');
  const asked = once(http.server, 'request');
  const answer = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
  await asked;
  // Closing would take a minute if it waited for the unused connection, because headers may take that long.
  await Promise.all([close(), once(unused, 'close')]);
  expect(await answer).toBe('answered');
}, 40_000);
