import { z } from 'zod';
import { defineMail } from './define-template.ts';

/** Informs the vendor that somebody who canceled a subscription wants to be called before the account is closed. */
export const closingContact = defineMail({
  label: 'mail.closingContact.label',
  sensitive: false,
  schema: z.object({
    accountName: z.string(),
    productName: z.string(),
    /** The name that the person entered. */
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    /** Whether the person takes the interview for which a gift card is offered. */
    interview: z.boolean(),
  }),
  content: ({ accountName, productName, name, email, phone, interview }, { say }) => ({
    subject: say('mail.closingContact.subject', { accountName }),
    heading: say('mail.closingContact.heading'),
    blocks: [
      { kind: 'paragraph', text: say('mail.closingContact.text', { name, accountName, productName }) },
      {
        kind: 'facts',
        rows: [
          { label: say('mail.fact.account'), value: accountName },
          { label: say('mail.fact.product'), value: productName },
          { label: say('mail.fact.name'), value: name },
          { label: say('mail.fact.email'), value: email },
          { label: say('mail.fact.phone'), value: phone ?? '–' },
          { label: say('mail.fact.interview'), value: say(interview ? 'mail.yes' : 'mail.no') },
        ],
      },
      { kind: 'note', text: say('mail.closingContact.answer', { name }) },
    ],
  }),
});
