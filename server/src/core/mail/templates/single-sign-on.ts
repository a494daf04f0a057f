import { z } from 'zod';
import { defineMail } from './define-template.ts';

/** A path on the portal's own origin. */
const path = z.string().startsWith('/');

/**
 * Asks the administrator of a mail domain whether an account may send its users to an identity provider. The link
 * proves ownership of the domain.
 */
export const domainProof = defineMail({
  label: 'mail.domainProof.label',
  sensitive: true,
  schema: z.object({ domain: z.string(), accountName: z.string(), path, hours: z.int().positive() }),
  content: ({ domain, accountName, path, hours }, { say, companyName }) => ({
    subject: say('mail.domainProof.subject', { domain }),
    heading: say('mail.domainProof.heading', { domain }),
    blocks: [
      { kind: 'paragraph', text: say('mail.domainProof.text', { accountName, domain, company: companyName }) },
      { kind: 'paragraph', text: say('mail.domainProof.effect', { accountName, company: companyName }) },
      { kind: 'button', label: say('mail.domainProof.button'), path },
      { kind: 'note', text: say('mail.domainProof.ignore', { hours }) },
    ],
  }),
});

/** Informs admins that the client secret of their identity provider expires. */
export const clientSecretExpires = defineMail({
  label: 'mail.clientSecretExpires.label',
  sensitive: false,
  schema: z.object({
    providerName: z.string(),
    accountName: z.string(),
    /** The day as entered by an admin, YYYY-MM-DD. */
    day: z.iso.date(),
    daysLeft: z.int().nonnegative(),
    /** Whether nobody can sign in without it. */
    isRequired: z.boolean(),
    path,
  }),
  content: ({ providerName, accountName, day, daysLeft, isRequired, path }, { say, companyName }) => ({
    subject: say('mail.clientSecretExpires.subject', { providerName, daysLeft }),
    heading: say('mail.clientSecretExpires.heading', { daysLeft }),
    blocks: [
      {
        kind: 'paragraph',
        text: say('mail.clientSecretExpires.text', { providerName, accountName, company: companyName }),
      },
      ...(isRequired
        ? [{ kind: 'paragraph', text: say('mail.clientSecretExpires.required', { accountName }) } as const]
        : []),
      {
        kind: 'facts',
        rows: [
          { label: say('mail.fact.identityProvider'), value: providerName },
          { label: say('mail.fact.secretExpires'), value: day },
        ],
      },
      { kind: 'paragraph', text: say('mail.clientSecretExpires.mend') },
      { kind: 'button', label: say('mail.clientSecretExpires.button'), path },
    ],
  }),
});

/** Informs admins that the provider named a user as another person than before. */
export const personKnownOtherwise = defineMail({
  label: 'mail.personKnownOtherwise.label',
  sensitive: false,
  schema: z.object({
    providerName: z.string(),
    accountName: z.string(),
    userName: z.string(),
    /** As the provider names the person; may be empty. */
    personName: z.string(),
    email: z.string(),
    /** The user's page. */
    path,
  }),
  content: ({ providerName, accountName, userName, personName, email, path }, { say, companyName }) => ({
    subject: say('mail.personKnownOtherwise.subject', { email }),
    heading: say('mail.personKnownOtherwise.heading'),
    blocks: [
      {
        kind: 'paragraph',
        text: say('mail.personKnownOtherwise.text', { providerName, accountName, company: companyName, email }),
      },
      {
        kind: 'facts',
        rows: [
          { label: say('mail.fact.userHere'), value: userName },
          { label: say('mail.fact.personAtProvider', { providerName }), value: personName || email },
        ],
      },
      { kind: 'paragraph', text: say('mail.personKnownOtherwise.mend') },
      { kind: 'button', label: say('mail.personKnownOtherwise.button'), path },
    ],
  }),
});

/** Informs admins that their identity provider left groups out of a sign-in. */
export const groupsLeftOut = defineMail({
  label: 'mail.groupsLeftOut.label',
  sensitive: false,
  schema: z.object({ providerName: z.string(), accountName: z.string(), path }),
  content: ({ providerName, accountName, path }, { say, companyName }) => ({
    subject: say('mail.groupsLeftOut.subject', { providerName }),
    heading: say('mail.groupsLeftOut.heading'),
    blocks: [
      { kind: 'paragraph', text: say('mail.groupsLeftOut.text', { providerName, accountName, company: companyName }) },
      { kind: 'paragraph', text: say('mail.groupsLeftOut.mend') },
      { kind: 'button', label: say('mail.groupsLeftOut.button'), path },
    ],
  }),
});
