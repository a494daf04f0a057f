import type { EndpointMap, RequestOf } from '@portico/contract';
import { type DeviceCount, type Industry, otherIndustryPattern } from '@portico/contract/browser';

export type TrialInfo = RequestOf<EndpointMap['POST /api/Products/AdditionalInfo']>['body'];

/** The current input; empty if not chosen yet. */
export interface TrialDraft {
  hasHardware: 'yes' | 'no' | '';
  numberOfDevices: DeviceCount | '';
  locatedInUS: 'yes' | 'no' | '';
  industry: Industry | '';
  otherIndustry: string;
}

export const emptyDraft: TrialDraft = {
  hasHardware: '',
  numberOfDevices: '',
  locatedInUS: '',
  industry: '',
  otherIndustry: '',
};

/** Whether another industry has only letters, ampersands and spaces (TRL-8). An empty one is rejected elsewhere. */
export function isOtherIndustry(text: string): boolean {
  return text.trim() === '' || otherIndustryPattern.test(text);
}

/** The answers of a complete draft; null while something is missing. */
export function toTrialInfo(productId: string, draft: TrialDraft): TrialInfo | null {
  const { hasHardware, numberOfDevices, locatedInUS, industry, otherIndustry } = draft;
  if (hasHardware === '' || numberOfDevices === '' || locatedInUS === '' || industry === '') return null;
  return {
    productId,
    hasHardware: hasHardware === 'yes',
    numberOfDevices,
    locatedInUS: locatedInUS === 'yes',
    industry,
    otherIndustry: industry === 'other' ? otherIndustry.trim() : null,
  };
}
