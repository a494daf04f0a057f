import { describe, expect, it } from 'vitest';
import { emptyDraft, isOtherIndustry, type TrialDraft, toTrialInfo } from './trial-form-model.ts';

const complete: TrialDraft = {
  hasHardware: 'yes',
  numberOfDevices: '11-30',
  locatedInUS: 'no',
  industry: 'other',
  otherIndustry: '  Shipping & logistics ',
};

describe('the details of a trial', () => {
  it('are sent as answers, with the other industry trimmed', () => {
    expect(toTrialInfo('desktop', complete)).toEqual({
      productId: 'desktop',
      hasHardware: true,
      numberOfDevices: '11-30',
      locatedInUS: false,
      industry: 'other',
      otherIndustry: 'Shipping & logistics',
    });
  });

  it('omit the other industry if one in the list is chosen', () => {
    expect(toTrialInfo('desktop', { ...complete, industry: 'hospitality' })?.otherIndustry).toBeNull();
  });

  it.each(['hasHardware', 'numberOfDevices', 'locatedInUS', 'industry'] as const)(
    'are not sent without %s',
    (missing) => {
      expect(toTrialInfo('desktop', { ...complete, [missing]: '' })).toBeNull();
      expect(toTrialInfo('desktop', emptyDraft)).toBeNull();
    },
  );

  it.each([
    ['', true],
    ['  ', true],
    ['Shipping & logistics', true],
    ['Hôtellerie', true],
    ['Shipping 24/7', false],
  ])('allows letters, ampersands and spaces for another industry: “%s” (TRL-8)', (text, isAllowed) => {
    expect(isOtherIndustry(text)).toBe(isAllowed);
  });
});
