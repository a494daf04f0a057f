import { describe, expect, it } from 'vitest';
import { entraProvider } from '../../../test/external-providers.ts';
import {
  changesTested,
  createProviderDraft,
  daysUntil,
  hasAllParts,
  isSecureAddress,
  maySave,
  missingParts,
  toProviderInput,
  withoutSuffix,
} from './provider-draft.ts';

describe('a provider’s draft', () => {
  it('keeps only the domain of a pasted address', () => {
    expect(withoutSuffix(' acme.onmicrosoft.com ', 0)).toBe('acme');
    expect(withoutSuffix('https://acme.okta.com/oauth2/default', 2)).toBe('acme');
    expect(withoutSuffix('acme.com', 1)).toBe('acme.com');
    expect(withoutSuffix('acme', 2)).toBe('acme');
  });

  it('keeps the stored secret, and sends only the values of its type', () => {
    const draft = { ...createProviderDraft(entraProvider), authority: 'https://elsewhere.example' };
    const input = toProviderInput(draft, 0, 7);
    expect(input).toMatchObject({ clientSecret: null, authority: null, tenantId: entraProvider.tenantId, version: 7 });
    expect(toProviderInput(draft, 1, 7)).toMatchObject({ authority: 'https://elsewhere.example', tenantId: null });
  });

  it.each([
    ['https://login.acme.example', true],
    ['http://login.acme.example', false],
    ['http://127.0.0.1:8080/issuer', true],
    ['login.acme.example', false],
  ])('accepts %s as the address of a provider: %s', (address, isAccepted) => {
    expect(isSecureAddress(address)).toBe(isAccepted);
  });

  it('cannot be enabled if a required value is missing', () => {
    const draft = createProviderDraft(entraProvider);
    expect(hasAllParts(draft, entraProvider)).toBe(true);
    for (const field of ['domain', 'tenantId', 'clientId'] as const)
      expect(hasAllParts({ ...draft, [field]: ' ' }, entraProvider)).toBe(false);
    const secretless = { ...entraProvider, clientSecretEnd: null };
    expect(hasAllParts(draft, secretless)).toBe(false);
    expect(hasAllParts({ ...draft, clientSecret: 'new' }, secretless)).toBe(true);
    expect(maySave({ domain: 'acme', tenantId: '' }, 0)).toBe(false);
    expect(maySave({ domain: 'acme', tenantId: '' }, 2)).toBe(true);
  });

  it('lists what is missing before it can be enabled', () => {
    const draft = createProviderDraft(entraProvider);
    const provider = { ...entraProvider, mailDomains: ['acme.example'], hasBreakGlassCode: true };
    expect(missingParts(draft, provider, true)).toEqual([]);
    const bare = { ...entraProvider, mailDomains: [], clientSecretEnd: null, hasBreakGlassCode: false };
    expect(missingParts({ ...draft, prohibitOtherAuthentications: true }, bare, false)).toEqual([
      'settings',
      'domain',
      'test',
      'breakGlass',
    ]);
  });

  it('knows which changes invalidate a passed test', () => {
    const draft = createProviderDraft(entraProvider);
    expect(changesTested({ ...draft, name: 'Other', userCreation: true }, entraProvider)).toBe(false);
    expect(changesTested({ ...draft, clientSecret: 'new' }, entraProvider)).toBe(true);
  });

  it('counts the whole days until a date', () => {
    const now = new Date(2026, 10, 22, 23, 30).getTime();
    expect(daysUntil('2026-11-22', now)).toBe(0);
    expect(daysUntil('2027-03-14', now)).toBe(112);
    expect(daysUntil('2026-11-21', now)).toBe(-1);
  });
});
