import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';

/** The demo itself. These calls exist in demo mode only; otherwise they answer NotFound. */
export const demonstration = {
  getHistory: defineEndpoint({
    method: 'GET',
    path: '/api/Demonstration/History',
    summary: "The progress of creating the demo account's history at the first start",
    action: 'demonstration.view',
    response: z.object({
      /** Whole percent; null if complete, or if none is created. */
      percent: z.int().min(0).max(100).nullable(),
    }),
  }),
} as const;
