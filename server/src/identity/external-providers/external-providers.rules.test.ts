import { describe, expect, test } from 'vitest';
import { readConfig } from '../../core/config.ts';
import {
  activationRefusal,
  isTestOutdated,
  normalizeDomain,
  parseOpenIdAuthority,
  parseTenantId,
  providerAuthority,
} from './external-providers.rules.ts';

const [entraId, openId, okta] = [0, 1, 2] as const;
const tenant = '8c1f04e2-5b7d-4d39-a0c6-2e9b7f31d845';

describe('a domain without its suffix (SSO-3)', () => {
  test.each([
    [entraId, 'acme', 'acme'],
    [entraId, ' ACME.onmicrosoft.com ', 'acme'],
    [entraId, 'https://acme.onmicrosoft.com/path', 'acme'],
    [entraId, 'acme.onmicrosoft.com.', 'acme'],
    [entraId, 'acme.com', undefined],
    [okta, 'acme', 'acme'],
    [okta, 'acme.okta.com', 'acme'],
    [okta, 'https://acme-admin.okta.com/admin/dashboard', 'acme'],
    [okta, 'acme-admin', 'acme-admin'],
    [okta, 'acme.oktapreview.com', undefined],
    [okta, 'evil.example/acme.okta.com', undefined],
    [openId, 'Acme.example', 'acme.example'],
    [openId, 'https://login.acme.example/realms/acme', 'login.acme.example'],
    [openId, 'localhost', 'localhost'],
    [openId, 'acme example', undefined],
    [openId, 'acme@example', undefined],
    [openId, '<b>', undefined],
    [openId, '-acme.example', undefined],
    [openId, `${'a'.repeat(64)}.example`, undefined],
    [openId, 'https://', undefined],
    [entraId, '', undefined],
  ] as const)('of type %i: %s', (type, entered, expected) => {
    expect(normalizeDomain(type, entered)).toBe(expected);
  });
});

describe('a tenant (SSO-3)', () => {
  test('returns a GUID in lower case, and undefined for an invalid one', () => {
    expect(parseTenantId(` ${tenant.toUpperCase()} `)).toBe(tenant);
    for (const entered of ['common', 'organizations', 'acme.onmicrosoft.com', `${tenant}0`, '', null])
      expect(parseTenantId(entered)).toBeUndefined();
  });
});

describe('the address of an OpenID provider (SSO-3)', () => {
  test('removes the path of the provider’s description from the entered address', () => {
    expect(parseOpenIdAuthority('https://login.acme.example/realms/acme', [])).toBe(
      'https://login.acme.example/realms/acme',
    );
    expect(parseOpenIdAuthority(' https://acme.auth.example/.well-known/openid-configuration ', [])).toBe(
      'https://acme.auth.example',
    );
    // Some issuers end with a slash, and are compared exactly.
    expect(parseOpenIdAuthority('https://acme.auth.example/', [])).toBe('https://acme.auth.example/');
  });

  test.each([
    'http://login.acme.example',
    'login.acme.example',
    'javascript:alert(1)',
    'https://user:password@login.acme.example',
    'https://login.acme.example?tenant=1',
    'https://login.acme.example/#x',
    'https://login.acme.example/.well-known/other',
    'https://',
  ])('rejects %s', (entered) => {
    expect(parseOpenIdAuthority(entered, [])).toBeUndefined();
  });

  test('accepts an origin without TLS only if the installation allows it', () => {
    expect(parseOpenIdAuthority('http://127.0.0.1:4222/oidc', ['http://127.0.0.1:4222'])).toBe(
      'http://127.0.0.1:4222/oidc',
    );
    expect(parseOpenIdAuthority('http://127.0.0.1:4223/oidc', ['http://127.0.0.1:4222'])).toBeUndefined();
  });

  test('derives the address for other types from the installation’s settings', () => {
    const { accountProviders } = readConfig({ DATABASE_URL: 'postgres://x', APP_SECRET: 'x'.repeat(32) });
    const row = { domain: 'acme', tenantId: tenant, authority: null };
    expect(providerAuthority(accountProviders, { ...row, type: entraId })).toBe(
      `https://login.microsoftonline.com/${tenant}/v2.0`,
    );
    expect(providerAuthority(accountProviders, { ...row, type: okta })).toBe('https://acme.okta.com');
    expect(providerAuthority(accountProviders, { ...row, type: openId })).toBeNull();
  });
});

describe('what a test depends on (SSO-9)', () => {
  const row = { domain: 'acme', tenantId: tenant, authority: null, clientId: 'client' };

  test('includes a new secret, and another domain, tenant, address or client', () => {
    expect(isTestOutdated(row, row, true)).toBe(true);
    for (const change of [{ domain: 'b' }, { tenantId: null }, { authority: 'https://b.example' }, { clientId: null }])
      expect(isTestOutdated(row, { ...row, ...change }, false)).toBe(true);
    expect(isTestOutdated(row, { ...row }, false)).toBe(false);
  });
});

describe('activation (SSO-13)', () => {
  const refusal = (testedRevision: number | null, hasProvedDomain: boolean, withoutPassedTest = false) =>
    activationRefusal({ revision: 2, testedRevision }, { hasProvedDomain, withoutPassedTest });

  test('requires a proved mail domain, and a passed test of the current settings or an explicit waiver', () => {
    expect(refusal(2, true)).toBeNull();
    expect(refusal(1, true)).toBe('notTested');
    expect(refusal(null, true)).toBe('notTested');
    expect(refusal(null, true, true)).toBeNull();
    expect(refusal(2, false, true)).toBe('noProvedDomain');
  });
});
