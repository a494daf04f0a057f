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
      /** Safe HTML: rendered from Markdown without raw HTML. Headings begin at the second level. */
      html: z.string(),
      /** The text's second-level headings, each with its id in `html`. */
      sections: z.array(z.object({ id: z.string(), title: z.string() })),
      /** Day of the last change, YYYY-MM-DD; null if the text does not say. */
      updated: z.iso.date().nullable(),
    }),
    errors: ['NotFound'],
  }),
};
