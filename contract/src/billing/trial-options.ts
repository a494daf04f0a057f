/** The choices of how many devices the customer plans to use, in the order of the list (TRL-10). */
export const deviceCounts = [
  '1-2',
  '3-5',
  '6-10',
  '11-30',
  '31-50',
  '51-100',
  '101-300',
  '301-500',
  '501-1000',
  '1001-2000',
  '2001-2500',
  '2501-5000',
  '5001-10000',
  'Unlimited licenses',
] as const;
export type DeviceCount = (typeof deviceCounts)[number];

export const industries = [
  'automotive',
  'cannabis',
  'financial',
  'hospitality',
  'industrial',
  'notForProfit',
  'realEstate',
  'retail',
  'technology',
  'other',
] as const;
export type Industry = (typeof industries)[number];

/** Letters, ampersand and spaces, on one line. */
export const otherIndustryPattern = /^[\p{L}\p{Zs}&]+$/u;
