import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';

export const legalNames = ['terms', 'privacy', 'subscription-terms'] as const;
export type LegalName = (typeof legalNames)[number];

export const legal = {
  getLegalText: defineEndpoint({
    method: 'GET',
    path: '/api/Legal/{name}',
    summary: 'Terms of service, privacy policy or terms of subscription, in the reader’s language',
    action: 'legal.view',
    params: z.object({ name: z.string().max(100) }),
    response: z.object({
      title: z.string(),
      /** Safe to show: rendered from Markdown without any raw HTML. Headings begin at the second level. */
      html: z.string(),
      /** Its headings of the second level, each with the id that it has in `html`. */
      sections: z.array(z.object({ id: z.string(), title: z.string() })),
      /** Day of the last change, YYYY-MM-DD; null where the text does not say. */
      updated: z.iso.date().nullable(),
    }),
    errors: ['NotFound'],
  }),
};
