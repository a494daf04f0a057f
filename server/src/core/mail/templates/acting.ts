import { paths } from '@portico/contract';
import { z } from 'zod';
import { defineMail } from './define-template.ts';

/** Informs an account's owner that an operator acts as one of its users: who, as whom, until when and why. */
export const actingStarted = defineMail({
  label: 'mail.actingStarted.label',
  sensitive: false,
  schema: z.object({
    operatorName: z.string(),
    userName: z.string(),
    login: z.string(),
    accountName: z.string(),
    reason: z.string(),
    /** ISO 8601 in UTC. */
    at: z.iso.datetime(),
    until: z.iso.datetime(),
    /** The account's audit log, on the portal's own origin. Messages queued by an earlier version have none. */
    path: z.string().startsWith('/').default(paths.audit),
  }),
  content: ({ operatorName, userName, login, accountName, reason, at, until, path }, { say, moment, companyName }) => ({
    subject: say('mail.actingStarted.subject', { userName }),
    heading: say('mail.actingStarted.heading'),
    blocks: [
      { kind: 'paragraph', text: say('mail.actingStarted.text', { company: companyName, accountName }) },
      {
        kind: 'facts',
        rows: [
          { label: say('mail.fact.operator'), value: operatorName },
          { label: say('mail.fact.actedAs'), value: `${userName} (${login})` },
          { label: say('mail.fact.reason'), value: reason },
          { label: say('mail.fact.when'), value: moment(at) },
          { label: say('mail.fact.until'), value: moment(until) },
        ],
      },
      { kind: 'paragraph', text: say('mail.actingStarted.log') },
      { kind: 'button', label: say('mail.actingStarted.button'), path },
      { kind: 'note', text: say('mail.actingStarted.ifNot') },
    ],
  }),
});
