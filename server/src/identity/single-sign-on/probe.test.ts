import { describe, expect, test } from 'vitest';
import { diagnose } from './diagnosis.ts';
import type { Diagnosis } from './failures.ts';
import { type Misbehavior, startMisbehavingProvider } from './misbehaving-provider.test-support.ts';
import { getClient, readDescription } from './openid-client.ts';
import { probeAuthorization, probeToken, readKeys } from './probe.ts';
import { createSettings } from './settings.test-support.ts';

const callback = 'http://localhost:3000/signin-sso/key';

const catchFailure = (work: Promise<unknown>): Promise<Diagnosis | null> =>
  work.then(
    () => null,
    (error: unknown) => diagnose(error),
  );

describe('probing a provider', async () => {
  const provider = await startMisbehavingProvider([callback]);
  const config = { identityProviders: { privateOrigins: [new URL(provider.issuer).origin] } };
  const settings = createSettings(provider);
  const misbehave = (misbehaves: Misbehavior) => {
    provider.misbehaves = misbehaves;
  };
  const discover = () => readDescription(settings, config);
  const withDiscovery = async (misbehaves: Misbehavior) => {
    misbehave(misbehaves);
    return catchFailure(discover());
  };

  describe('its description (SSO-41)', () => {
    test('is accepted if it is correct', async () => {
      misbehave({});
      const { metadata, algorithms, date } = await discover();
      expect(metadata.token_endpoint).toBe(`${provider.issuer}/token`);
      expect([algorithms, date]).toEqual([['RS256'], expect.any(Date)]);
    });

    const described = (changes: Record<string, unknown>): Misbehavior => ({
      describes: (description) => ({ ...description, ...changes }),
    });
    test.each<[string, Misbehavior, string]>([
      ['another issuer', described({ issuer: 'https://other.example' }), 'issuerDiffers'],
      ['an issuer that differs by a slash', described({ issuer: `${provider.issuer}/` }), 'issuerDiffers'],
      ['no keys', described({ jwks_uri: undefined }), 'notOpenId'],
      [
        'only signatures by a shared secret',
        described({ id_token_signing_alg_values_supported: ['HS256'] }),
        'algorithmNotAllowed',
      ],
      ['no signatures', described({ id_token_signing_alg_values_supported: ['none'] }), 'algorithmNotAllowed'],
      [
        'a sign-in page that is a script',
        described({ authorization_endpoint: 'javascript:alert(1)' }),
        'addressNotAllowed',
      ],
      [
        'a token address without TLS',
        described({ token_endpoint: 'http://provider.example/token' }),
        'addressNotAllowed',
      ],
      ['a page', { answers: { '/discovery': { status: 200, body: '<h1>Welcome</h1>' } } }, 'notOpenId'],
      ['nothing', { answers: { '/discovery': { status: 404 } } }, 'notOpenId'],
      ['a list', { answers: { '/discovery': { status: 200, body: '[]' } } }, 'notOpenId'],
      ['a failure', { answers: { '/discovery': { status: 500 } } }, 'providerAway'],
      ['a connection that breaks', { answers: { '/discovery': 'drops' } }, 'providerAway'],
      ['more than a megabyte', { answers: { '/discovery': 'endless' } }, 'answerTooLarge'],
      [
        'a redirect to a private address',
        { answers: { '/discovery': { status: 302, headers: { location: 'http://127.0.0.1/' } } } },
        'redirected',
      ],
      [
        'Entra ID’s error for an unknown tenant',
        {
          answers: {
            '/discovery': {
              status: 400,
              body: '{"error":"invalid_tenant","error_description":"AADSTS90002: Tenant not found."}',
            },
          },
        },
        'tenantWrong',
      ],
    ])('rejects %s', async (_, misbehaves, failure) => {
      expect((await withDiscovery(misbehaves))?.failure).toBe(failure);
    });

    test('ignores endpoints with disallowed addresses', async () => {
      misbehave(described({ end_session_endpoint: 'javascript:alert(1)', userinfo_endpoint: 'ftp://x.example/' }));
      const { metadata } = await discover();
      expect([metadata.end_session_endpoint, metadata.userinfo_endpoint]).toEqual([undefined, undefined]);
    });

    test.each([
      'http://127.0.0.1',
      'https://127.0.0.1',
      'https://127.1',
      'https://2130706433',
      'https://0x7f000001',
      'https://0177.0.0.1',
      'https://[::1]',
      'https://[::ffff:127.0.0.1]',
      'https://[64:ff9b::7f00:1]',
      'https://10.0.0.1',
      'https://172.16.0.1',
      'https://192.168.1.1',
      'https://169.254.169.254',
      'https://100.64.0.1',
      'https://0.0.0.0',
      'https://[fd00::1]',
      'https://[fe80::1]',
      'https://localhost',
      'http://accounts.example',
    ])('is not fetched from %s (SSO-40)', async (issuer) => {
      const failure = await catchFailure(readDescription(createSettings({ ...provider, issuer }), config));
      expect(failure?.failure).toBe('addressNotAllowed');
    });

    test('is cached by revision, but a failure to read it is not', async () => {
      misbehave({ answers: { '/discovery': { status: 500 } } });
      const kept = createSettings(provider);
      expect((await catchFailure(getClient(kept, config)))?.failure).toBe('providerAway');
      misbehave({});
      provider.asked.length = 0;
      await getClient(kept, config);
      await getClient(kept, config);
      expect(provider.asked).toEqual(['/discovery']);
      await getClient({ ...kept, revision: 2 }, config);
      expect(provider.asked).toEqual(['/discovery', '/discovery']);
    });
  });

  describe('its keys and its clock (SSO-43)', () => {
    const read = async (misbehaves: Misbehavior) => {
      misbehave({});
      const described = await discover();
      misbehave(misbehaves);
      return readKeys(config, described);
    };

    test('are accepted if they are correct', async () => {
      const { keys, algorithms, secondsAhead } = await read({});
      expect([keys, algorithms]).toEqual([1, ['RS256']]);
      expect(Math.abs(secondsAhead ?? 99)).toBeLessThan(2);
    });

    test.each<[string, Misbehavior, string]>([
      ['no keys', { keys: [] }, 'keysMissing'],
      ['a shared secret', { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] }, 'keysMissing'],
      ['keys that encrypt', { keys: [{ kty: 'RSA', use: 'enc', n: 'x', e: 'AQAB' }] }, 'keysMissing'],
      ['a page', { answers: { '/keys': { status: 200, body: '<h1>' } } }, 'notOpenId'],
      ['a failure', { answers: { '/keys': { status: 503 } } }, 'providerAway'],
      ['a redirect', { answers: { '/keys': { status: 301, headers: { location: '/' } } } }, 'redirected'],
      ['a clock that is 4 minutes ahead', { clockAhead: 240 }, 'clockDiffers'],
      ['a clock that is 4 minutes behind', { clockAhead: -240 }, 'clockDiffers'],
    ])('rejects %s', async (_, misbehaves, failure) => {
      expect((await catchFailure(read(misbehaves)))?.failure).toBe(failure);
    });

    test('reports the difference of the clocks', async () => {
      const found = await catchFailure(read({ clockAhead: 240 }));
      expect(Number(found?.facts.seconds)).toBeGreaterThan(237);
      expect(await catchFailure(read({ clockAhead: 50 }))).toBeNull();
    });
  });

  describe('its sign-in page and its tokens (SSO-44)', async () => {
    const described = await discover();
    const page = (changes: Partial<typeof settings> = {}, redirectUri = callback) =>
      probeAuthorization(config, { ...settings, ...changes }, described, redirectUri);
    const token = (changes: Partial<typeof settings> = {}) =>
      probeToken(config, { ...settings, ...changes }, described, callback);

    test('report nothing for a correct client', async () => {
      misbehave({});
      expect(await page()).toEqual({ failure: null, providerSays: null });
      expect(await token()).toEqual({ failure: null, providerSays: null, isSecretAccepted: true });
    });

    test('report an unregistered address, an unknown client and a wrong secret', async () => {
      misbehave({});
      expect((await page({}, `${callback}x`)).failure).toMatchObject({
        failure: 'redirectUriUnknown',
        providerSays: { text: 'We are sorry Invalid parameter: redirect_uri' },
      });
      expect((await page({ clientId: 'another' })).failure?.failure).toBe('clientUnknown');
      expect((await token({ clientSecret: 'a wrong secret, long enough' })).failure?.failure).toBe('secretWrong');
    });

    test('do not follow redirects', async () => {
      const location = 'http://127.0.0.1:1/internal';
      misbehave({ answers: { '/authorize': { status: 302, headers: { location } } } });
      expect(await page()).toEqual({ failure: null, providerSays: null });
      misbehave({ answers: { '/token': { status: 307, headers: { location } } } });
      expect((await catchFailure(token()))?.failure).toBe('redirected');
    });

    test.each<[string, Misbehavior, string]>([
      ['a failure', { answers: { '/authorize': { status: 502 } } }, 'providerAway'],
      ['an endless page', { answers: { '/authorize': 'endless' } }, 'answerTooLarge'],
    ])('reject %s', async (_, misbehaves, failure) => {
      misbehave(misbehaves);
      expect((await catchFailure(page()))?.failure).toBe(failure);
    });

    test('return the text of an unknown answer, and do not fail', async () => {
      misbehave({ answers: { '/authorize': { status: 400, body: '<h1>Nope</h1><script>x</script>' } } });
      expect(await page()).toEqual({ failure: null, providerSays: { code: null, text: 'Nope' } });
      misbehave({ answers: { '/token': { status: 418, body: '<b>Tea</b>' } } });
      expect(await token()).toEqual({
        failure: null,
        providerSays: { code: null, text: 'Tea' },
        isSecretAccepted: false,
      });
    });
  });

  test('gives up after ten seconds', { timeout: 20_000 }, async () => {
    const begun = performance.now();
    expect((await withDiscovery({ answers: { '/discovery': 'never' } }))?.failure).toBe('providerTooSlow');
    expect(performance.now() - begun).toBeLessThan(11_500);
  });
});
