import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { catalogId } from '../api/values.ts';
import { deviceCounts, industries } from './trial-options.ts';

export const trial = {
  saveAdditionalInfo: defineEndpoint({
    method: 'POST',
    path: '/api/Products/AdditionalInfo',
    summary: "Stores an account's answers about itself when it begins a trial",
    action: 'purchase.buy',
    body: z.object({
      productId: catalogId,
      hasHardware: z.boolean(),
      numberOfDevices: z.enum(deviceCounts),
      locatedInUS: z.boolean(),
      industry: z.enum(industries),
      /** Required if the industry is `other`. */
      otherIndustry: z.string().trim().max(100).nullish(),
    }),
    response: z.object({}),
  }),
};
