import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { utc } from '../api/values.ts';

export const legalNames = ['terms', 'privacy', 'subscription-terms'] as const;
export type LegalName = (typeof legalNames)[number];

/** A legal text and the notice of its current version (LEG-6). */
const legalVersion = z.object({
  name: z.enum(legalNames),
  title: z.string(),
  updated: z.iso.date().nullable(),
  /** Identifies what the text says in all languages. */
  version: z.string(),
  /** Null until the notice of this version is sent. */
  notice: z
    .object({
      sentAt: utc,
      /** Null if the operator was deleted. */
      by: z.string().nullable(),
      /** The accounts whose owners have been mailed so far. */
      accounts: z.int(),
      isFinished: z.boolean(),
    })
    .nullable(),
});
export type LegalVersion = z.infer<typeof legalVersion>;

export const legal = {
  listLegalTexts: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/LegalTexts',
    summary: 'The legal texts, with the notices of their current versions',
    action: 'operator.legal',
    response: z.object({
      items: z.array(legalVersion),
      /** The number of accounts whose owners a notice would go to now. */
      accounts: z.int(),
    }),
  }),
  sendNotice: defineEndpoint({
    method: 'POST',
    path: '/api/Operator/LegalTexts/{name}/Notice',
    summary: 'Mails the owners of all accounts that a legal text has changed, once for each version',
    action: 'operator.sendLegalNotice',
    params: z.object({ name: z.enum(legalNames) }),
    body: z.object({ version: z.string().max(100) }),
    response: legalVersion,
    errors: ['Conflict'],
  }),
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
