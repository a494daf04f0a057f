import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { installCompression } from './compress.ts';

const long = { words: 'The same words again. '.repeat(200) };

async function get(path: string, headers: Record<string, string>) {
  const app = Fastify();
  installCompression(app);
  app.get('/long', async () => long);
  app.get('/short', async () => ({ words: 'Few' }));
  app.get('/failed', async (_request, reply) => reply.code(422).send(long));
  app.get('/text', async (_request, reply) => reply.type('text/csv').send(long.words));
  const answer = await app.inject({ url: path, headers });
  await app.close();
  return answer;
}

const own = { 'sec-fetch-site': 'same-origin' };

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
])('compresses long responses for clients that accept %s as %s (WIRE-22)', async (accepted, encoding, decompress) => {
  const answer = await get('/long', { 'accept-encoding': accepted, ...own });
  expect(answer.headers['content-encoding']).toBe(encoding);
  expect(answer.headers.vary).toBe('Accept-Encoding');
  expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
  expect(answer.rawPayload.length).toBeLessThan(200);
  expect(JSON.parse(decompress(answer.rawPayload).toString())).toEqual(long);
});

test.each([
  ['a short answer', '/short', { 'accept-encoding': 'br', ...own }],
  ['an error', '/failed', { 'accept-encoding': 'br', ...own }],
  ['a report', '/text', { 'accept-encoding': 'br', ...own }],
  ['a response to a client that accepts nothing else', '/long', { ...own }],
])('sends %s uncompressed', async (_name, path, headers) => {
  const answer = await get(path, headers as Record<string, string>);
  expect(answer.headers).not.toHaveProperty('content-encoding');
  expect(answer.payload).toContain('w');
});

test.each(['cross-site', 'same-site', 'none'])(
  'hides the length of a response from a site that caused the request (%s, WIRE-22)',
  async (site) => {
    const answer = await get('/long', { 'accept-encoding': 'br', 'sec-fetch-site': site });
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.json()).toEqual(long);
  },
);

test('compresses for programs, which send no Sec-Fetch-Site header', async () => {
  expect((await get('/long', { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br');
});
