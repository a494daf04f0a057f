import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { closeAfterTests } from '../../../test/clean-up.ts';
import { createGuardedFetch, isPublicAddress, UnreachableError } from './guarded-fetch.ts';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  closeAfterTests(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a request to a third-party server (EXT-9)', () => {
  const guarded = createGuardedFetch({ privateOrigins: [] });

  test.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[::7f00:1]/',
    'https://[::a9fe:a9fe]/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    // A name whose address is private.
    'https://localhost/',
  ])('rejects %s', async (address) => {
    const failure = await guarded(address).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UnreachableError);
    expect(String((failure as Error).message)).toMatch(/^not a public address/);
  });

  test.each([
    ['https://login.example/', false],
    ['https://okta.com.evil.example/', false],
    ['https://evilokta.com/', false],
    ['https://okta.com/', false],
    ['https://acme.okta.com/', true],
    ['https://LOGIN.microsoftonline.com/', true],
  ])('if a setting lists hosts, connects to no other host: %s (EXT-14)', async (address, isAllowed) => {
    const allowedHosts = ['login.microsoftonline.com', '*.okta.com'];
    const signal = AbortSignal.abort();
    const answer = createGuardedFetch({ privateOrigins: [], allowedHosts })(address, { signal });
    await expect(answer).rejects.toMatchObject({ reason: isAllowed ? 'away' : 'addressNotAllowed' });
  });

  test('rejects an address without TLS', async () => {
    await expect(guarded('http://accounts.example/')).rejects.toThrow('not https');
  });

  test('is allowed only to public addresses', () => {
    expect(['8.8.8.8', '2001:4860:4860::8888', '10.0.0.1', '::1', 'nonsense'].map(isPublicAddress)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test.each([
    '168.63.129.16',
    '::ffff:168.63.129.16',
    '169.254.169.254',
    '169.254.170.2',
    '100.100.100.200',
    '192.0.0.192',
    'fd00:ec2::254',
  ])('is not allowed to the internal service %s of a cloud provider', (address) =>
    expect(isPublicAddress(address)).toBe(false),
  );

  describe('if a setting allows its origin', () => {
    test('returns the answer with its type', async () => {
      const origin = await serve((request, response) => {
        response.setHeader('content-type', 'application/json');
        request.pipe(response);
      });
      const allowed = createGuardedFetch({ privateOrigins: [origin] });
      const answer = await allowed(`${origin}/x`, { method: 'POST', body: new URLSearchParams({ a: '1' }) });
      expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
        200,
        'application/json',
        'a=1',
      ]);
    });

    test('rejects redirects, failures, large answers and late answers', async () => {
      const origin = await serve((request, response) => {
        if (request.url === '/redirect') response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
        else if (request.url === '/failure') response.writeHead(500).end();
        else if (request.url === '/much') response.end('x'.repeat(1_100_000));
        // `/late` never answers.
      });
      const allowed = createGuardedFetch({ privateOrigins: [origin], timeoutMilliseconds: 300 });
      const reasons = { redirect: 'redirected', failure: 'away', much: 'tooLarge', late: 'tooSlow' };
      for (const [path, reason] of Object.entries(reasons))
        await expect(allowed(`${origin}/${path}`), path).rejects.toMatchObject({ name: 'UnreachableError', reason });
    });

    test('returns redirects if requested, and follows none', async () => {
      const asked: (string | undefined)[] = [];
      const origin = await serve((request, response) => {
        asked.push(request.url);
        response.writeHead(302, { location: '/further' }).end('moved');
      });
      const allowed = createGuardedFetch({ privateOrigins: [origin], returnsRedirects: true });
      const answer = await allowed(`${origin}/first`);
      expect([answer.status, answer.headers.get('location'), asked]).toEqual([302, '/further', ['/first']]);
    });
  });
});
