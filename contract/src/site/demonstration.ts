import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';

/** The demonstration itself. These calls exist in demonstration mode only; elsewhere they answer as what does not exist. */
export const demonstration = {
  getHistory: defineEndpoint({
    method: 'GET',
    path: '/api/Demonstration/History',
    summary: 'How far the history of the demonstration account is that its first start makes',
    action: 'demonstration.view',
    response: z.object({
      /** Whole percent; null when it is whole, and where none is made. */
      percent: z.int().min(0).max(100).nullable(),
    }),
  }),
} as const;
