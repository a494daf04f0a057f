import { beforeEach, describe, expect, test } from 'vitest';
import { Browser, signedIn } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';

const html = { headers: { accept: 'text/html' } };

/**
 * The complete policy of the portal's pages in a demo, so that every addition is a conscious decision. Scripts and
 * styles are the test build's.
 */
const ownPolicy = {
  'default-src': ["'self'"],
  'script-src': ["'self'", "'sha256-abc='"],
  'style-src': ["'self'", "'sha256-def='"],
  'style-src-attr': ["'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'frame-src': ["'self'"],
  'worker-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'", 'https://scan.veriscan.example'],
  'frame-ancestors': ["'none'"],
};

function parsePolicy(policy: unknown): Record<string, string[]> {
  return Object.fromEntries(
    String(policy)
      .split('; ')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources];
      }),
  );
}

describe('headers', async () => {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const app = await createTestPortal(database, {
    extend: (portal) => {
      portal.get('/stripe-sandbox/card', async () => 'a frame');
      portal.get('/api/Test/Broken', async () => {
        throw new Error('relation "users" does not exist at /srv/portico/server/src/db.ts');
      });
    },
  });
  const secure = await createTestPortal(database, { publicUrl: 'https://portal.veriscan.example' });

  beforeEach(async () => {
    await database.pool.query('delete from rate_limits');
  });

  test('of every response prevent sniffing, framing and referrers', async () => {
    const browser = await signedIn(app, 'owner@acme.example');
    const answers = [
      await browser.get('/', html),
      await browser.get('/api/User/Current'),
      await browser.get('/api/None'),
      await browser.get('/assets/app-1a2b3c.js'),
      await browser.post('/signout', {}, { headers: { requestverificationtoken: 'wrong' } }),
      await new Browser(app).get('/', html),
      await new Browser(app).get('/api/User/Current'),
    ];
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['permissions-policy']).toBe(
        'camera=(), geolocation=(), microphone=(), usb=(), payment=(self "https://js.stripe.com" "https://*.js.stripe.com")',
      );
      expect(parsePolicy(headers['content-security-policy'])['frame-ancestors']).toEqual(["'none'"]);
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
    }
  });

  test('of API calls forbid everything; those of pages forbid foreign content', async () => {
    const call = await new Browser(app).get('/api/User/Current');
    expect(parsePolicy(call.headers['content-security-policy'])['default-src']).toEqual(["'none'"]);
    expect(call.headers['cache-control']).toBe('no-store');
    const answered = await (await signedIn(app, 'owner@acme.example')).get('/API/User/Current');
    expect([answered.statusCode, answered.headers['cache-control']]).toEqual([200, 'no-store']);
    const page = await new Browser(app).get('/login', html);
    const policy = parsePolicy(page.headers['content-security-policy']);
    expect(policy).toEqual(ownPolicy);
  });

  test('contain Stripe’s origins if the real Stripe is used', async () => {
    const real = await createTestPortal(database, { realStripe: true });
    const page = await new Browser(real).get('/login', html);
    const policy = parsePolicy(page.headers['content-security-policy']);
    // What Stripe requires, and nothing else.
    expect(policy).toEqual({
      ...ownPolicy,
      'script-src': [
        ...ownPolicy['script-src'],
        'https://js.stripe.com',
        'https://*.js.stripe.com',
        'https://maps.googleapis.com',
      ],
      'img-src': [...ownPolicy['img-src'], 'https://*.stripe.com'],
      'connect-src': [...ownPolicy['connect-src'], 'https://api.stripe.com', 'https://maps.googleapis.com'],
      'frame-src': [
        ...ownPolicy['frame-src'],
        'https://js.stripe.com',
        'https://*.js.stripe.com',
        'https://hooks.stripe.com',
      ],
    });
  });

  test('contain the origin of a company’s logo', async () => {
    await database.pool.query("update companies set logo_light = 'https://cdn.veriscan.example/logo.png'");
    const page = await new Browser(app).get('/login', html);
    expect(parsePolicy(page.headers['content-security-policy'])['img-src']).toEqual([
      "'self'",
      'data:',
      'https://cdn.veriscan.example',
    ]);
    await database.pool.query('update companies set logo_light = null');
  });

  test('require HTTPS if the portal is reached over HTTPS', async () => {
    const page = await new Browser(secure).get('/login', html);
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(page.headers['content-security-policy']).toContain('upgrade-insecure-requests');
    const call = await new Browser(secure).get('/api/User/Current');
    expect(call.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    const plain = await new Browser(app).get('/login', html);
    expect(plain.headers).not.toHaveProperty('strict-transport-security');
    expect(plain.headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
  });

  test('allow only the portal’s pages to frame the Stripe sandbox, which sends its own policy', async () => {
    const { headers } = await new Browser(app).get('/stripe-sandbox/card', html);
    expect(headers).not.toHaveProperty('content-security-policy');
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(headers['x-content-type-options']).toBe('nosniff');
    for (const address of ['/api/stripe-sandbox/card', '/stripe-sandboxed', '/api/None?from=/stripe-sandbox/card']) {
      const other = await new Browser(app).get(address);
      expect(other.headers, address).toMatchObject({
        'x-frame-options': 'DENY',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      });
    }
  });

  test('of errors contain a request id and nothing internal', async () => {
    const response = await new Browser(app).get('/api/Test/Broken');
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      code: 'InternalError',
      message: 'Something went wrong!',
      requestId: response.headers['x-request-id'],
    });
  });

  describe('static files', () => {
    test('with a hash in their name may be cached for a year', async () => {
      const response = await new Browser(app).get('/assets/app-1a2b3c.js');
      expect(response.statusCode).toBe(200);
      expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(response.headers['content-type']).toMatch(/^(?:text|application)\/javascript/);
    });

    test.each([
      ['br, gzip', 'br', 'brotli'],
      ['gzip', 'gzip', 'gzip'],
      ['identity', undefined, 'console.log(1)'],
    ])('are sent to clients that accept %s as compressed by the build', async (accepted, encoding, body) => {
      const response = await new Browser(app).get('/assets/app-1a2b3c.js', {
        headers: { 'accept-encoding': accepted },
      });
      expect(response.headers['content-encoding']).toBe(encoding);
      expect(response.body).toBe(body);
    });

    test('are the only files that are served', async () => {
      for (const address of [
        '/assets/../csp.json',
        '/assets/%2e%2e/csp.json',
        '/assets/..%2fcsp.json',
        '/csp.json',
        '/pages/app.en.html',
        '/assets/',
      ]) {
        const response = await new Browser(app).get(address);
        expect([400, 403, 404]).toContain(response.statusCode);
        expect(response.body).not.toContain('sha256');
      }
    });

    test('include an icon that may be cached for a day', async () => {
      const response = await new Browser(app).get('/favicon.svg');
      expect(response.headers['content-type']).toContain('image/svg+xml');
      expect(response.headers['cache-control']).toBe('public, max-age=86400');
    });
  });
});
