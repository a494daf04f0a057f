import { z } from 'zod';
import { defineMail } from './define-template.ts';

/** Informs an account's owner and admins that operators disabled it, and what happens to its subscriptions. */
export const accountDisabled = defineMail({
  label: 'mail.accountDisabled.label',
  sensitive: false,
  schema: z.object({ accountName: z.string(), subscriptions: z.enum(['none', 'keep', 'cancel', 'end']) }),
  content: ({ accountName, subscriptions }, { say, companyName }) => {
    const title = say('mail.accountDisabled.subject', { company: companyName });
    return {
      subject: title,
      heading: title,
      blocks: [
        { kind: 'paragraph', text: say('mail.accountDisabled.text', { accountName }) },
        ...(subscriptions === 'none'
          ? []
          : [{ kind: 'paragraph' as const, text: say(`mail.accountDisabled.${subscriptions}`) }]),
        { kind: 'paragraph', text: say('mail.accountDisabled.contact') },
      ],
    };
  },
});

/** Informs an account's owner and admins that operators enabled it again. */
export const accountEnabled = defineMail({
  label: 'mail.accountEnabled.label',
  sensitive: false,
  schema: z.object({
    accountName: z.string(),
    areSubscriptionsRestored: z.boolean(),
    /** A path on the portal's own origin. */
    path: z.string().startsWith('/'),
  }),
  content: ({ accountName, areSubscriptionsRestored, path }, { say, companyName }) => {
    const title = say('mail.accountEnabled.subject', { company: companyName });
    return {
      subject: title,
      heading: title,
      blocks: [
        { kind: 'paragraph', text: say('mail.accountEnabled.text', { accountName }) },
        ...(areSubscriptionsRestored
          ? [{ kind: 'paragraph' as const, text: say('mail.accountEnabled.restored') }]
          : []),
        { kind: 'button', label: say('mail.accountEnabled.button'), path },
      ],
    };
  },
});
