import { describe, expect, it } from 'vitest';
import { applying, changeDetails, type Details, emptyDetails, emptySecrets } from './details.ts';
import { validateStep } from './validation.ts';

const of = (details: Partial<Details>): Details => ({ ...emptyDetails, ...details });
const additional = (details: Partial<Details>, companyId = 1) =>
  validateStep('additional', of({ country: 'FR', industry: 'retail', ...details }), emptySecrets, companyId);

describe('email', () => {
  it.each(['', 'avery', 'avery@', '@acme.example', 'avery@acme', 'a b@acme.example'])('rejects "%s"', (email) => {
    expect(validateStep('email', of({ email }), emptySecrets, 1)).toEqual({ email: 'email' });
  });
  it.each(['avery@acme.example', ' avery.stone+x@mail.acme.example '])('accepts "%s"', (email) => {
    expect(validateStep('email', of({ email }), emptySecrets, 1)).toEqual({});
  });
});

describe('last name', () => {
  const named = (details: Partial<Details>) =>
    validateStep('main', of({ organization: 'Acme', firstName: 'Suharto', ...details }), emptySecrets, 1);
  it('is required, except of a person who has only one name', () => {
    expect(named({})).toEqual({ lastName: 'required' });
    expect(named({ hasOneName: 'true' })).toEqual({});
  });
});

describe('state and province', () => {
  it('company 1 requires a state in the United States and a province in Canada; other companies do not', () => {
    expect(additional({ country: 'US' })).toEqual({ state: 'required' });
    expect(additional({ country: 'CA' })).toEqual({ province: 'required' });
    expect(additional({ country: 'US' }, 2)).toEqual({});
    expect(additional({ country: 'FR' })).toEqual({});
  });
  it('clears state and province when the country changes', () => {
    expect(changeDetails(of({ country: 'US', state: 'WA' }), 'country', 'CA')).toMatchObject({
      state: '',
      province: '',
    });
  });
  it('omits fields that do not apply from the submission', () => {
    const applicable = applying(
      of({ country: 'CA', state: 'WA', province: 'QC', industry: 'retail', otherIndustry: 'x' }),
    );
    expect(applicable).toMatchObject({ state: '', province: 'QC', otherIndustry: '' });
  });
});

describe('industry', () => {
  it.each(['', 'Harbors 2', 'a/b', '<b>'])('rejects "%s" as the name of another industry', (otherIndustry) => {
    expect(additional({ industry: 'other', otherIndustry })).toHaveProperty('otherIndustry');
  });
  it('accepts letters, ampersand and spaces', () => {
    expect(additional({ industry: 'other', otherIndustry: 'Pêche & ports' })).toEqual({});
  });
});

describe('password', () => {
  const problems = (password: string, confirmPassword = password) =>
    validateStep('owner', emptyDetails, { password, confirmPassword }, 1);
  it.each(['Ab-1', 'lower-case-1', 'UPPER-CASE-1', 'No-digits', 'NoSpecial1'])('rejects %s', (password) =>
    expect(problems(password)).toEqual({ password: 'password' }),
  );
  it('rejects more than 100 characters, and accepts 100', () => {
    expect(problems(`Aa-1${'x'.repeat(97)}`)).toEqual({ password: 'long' });
    expect(problems(`Aa-1${'x'.repeat(96)}`)).toEqual({});
  });
  it('rejects two passwords that differ', () => {
    expect(problems('Tall-harbor-41', 'Tall-harbor-42')).toEqual({ confirmPassword: 'mismatch' });
  });
  it('accepts a password that meets the rule', () => {
    expect(problems('Tall-harbor-41')).toEqual({});
  });
  it('rejects an easily guessed password, but only by the estimate of this password', () => {
    const estimate = { password: 'Acme2026!', score: 1, weakness: 'own' as const };
    const of = (password: string) =>
      validateStep('owner', emptyDetails, { password, confirmPassword: password }, 1, estimate);
    expect(of('Acme2026!')).toEqual({ password: 'weak.own' });
    expect(of('Tall-harbor-41')).toEqual({});
  });
});

describe('a text that is too long to be stored', () => {
  it.each([
    ['email', 'email', `${'a'.repeat(250)}@acme.example`],
    ['main', 'organization', 'x'.repeat(201)],
    ['main', 'firstName', 'x'.repeat(101)],
    ['contacts', 'phone', '1'.repeat(51)],
    ['contacts', 'comments', 'x'.repeat(2_001)],
    ['additional', 'otherIndustry', 'x'.repeat(101)],
    ['additional', 'orderNumber', 'x'.repeat(101)],
  ] as const)('is reported at its field: %s, %s', (step, field, text) => {
    const details = of({ industry: 'other', [field]: text });
    expect(validateStep(step, details, emptySecrets, 1)[field]).toBe('long');
    const shorter = of({ industry: 'other', [field]: text.slice(0, -40) });
    expect(validateStep(step, shorter, emptySecrets, 1)[field]).not.toBe('long');
  });
});
