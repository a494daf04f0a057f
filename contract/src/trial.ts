import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { catalogId } from './values.ts';

/** How many devices somebody plans to use (TRL, in the order of the list). */
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

/** Letters, ampersand and spaces. */
export const otherIndustryPattern = /^[\p{L}&\s]+$/u;

export const trial = {
  saveAdditionalInfo: defineEndpoint({
    method: 'POST',
    path: '/api/Products/AdditionalInfo',
    summary: 'Keeps what an account tells about itself when it begins a trial',
    action: 'purchase.buy',
    body: z.object({
      productId: catalogId,
      hasHardware: z.boolean(),
      numberOfDevices: z.enum(deviceCounts),
      locatedInUS: z.boolean(),
      industry: z.enum(industries),
      /** Needed where the industry is `other`. */
      otherIndustry: z.string().trim().max(100).nullish(),
    }),
    response: z.object({}),
  }),
};
