import { type LegalName, legalNames } from '@portico/contract';
import { z } from 'zod';
import { defineMail } from './define-template.ts';

const subjects = {
  terms: 'mail.legalTextChanged.terms.subject',
  privacy: 'mail.legalTextChanged.privacy.subject',
  'subscription-terms': 'mail.legalTextChanged.subscriptionTerms.subject',
} as const satisfies Record<LegalName, string>;

/** Informs an account's owner that a legal text has changed. */
export const legalTextChanged = defineMail({
  label: 'mail.legalTextChanged.label',
  sensitive: false,
  schema: z.object({
    name: z.enum(legalNames),
    accountName: z.string(),
    /** Day of the change; null if the text does not say. */
    updated: z.iso.date().nullable(),
    /** A path on the portal's own origin. */
    path: z.string().startsWith('/'),
  }),
  content: ({ name, accountName, updated, path }, { say, companyName }) => {
    const title = say(subjects[name], { company: companyName });
    return {
      subject: title,
      heading: title,
      blocks: [
        { kind: 'paragraph', text: say('mail.legalTextChanged.text', { accountName }) },
        ...(updated === null
          ? []
          : [{ kind: 'facts' as const, rows: [{ label: say('mail.legalTextChanged.updated'), value: updated }] }]),
        { kind: 'button', label: say('mail.legalTextChanged.button'), path },
      ],
    };
  },
});
