import { z } from 'zod';
import { defineMail } from './define-template.ts';

/** A path on the portal's own origin. */
const path = z.string().startsWith('/');
/** ISO 8601 in UTC. */
const at = z.iso.datetime();

/** Informs the previous and the new owner of an account that the ownership was transferred. */
export const ownershipTransferred = defineMail({
  label: 'mail.ownershipTransferred.label',
  sensitive: false,
  schema: z.object({
    /** Whether the recipient is the new owner. */
    isNewOwner: z.boolean(),
    /**
     * Whether single sign-on is required, so that the new owner must create a break-glass code. Missing in mails of
     * earlier versions.
     */
    needsBreakGlassCode: z.boolean().default(false),
    /** Providers whose links to the new owner were removed. Missing in mails of earlier versions. */
    unlinkedProviders: z.array(z.string()).default([]),
    /** Whether passkeys or external logins of the new owner were removed. Missing in mails of earlier versions. */
    removedOthers: z.boolean().default(false),
    /** The other owner. */
    otherName: z.string(),
    accountName: z.string(),
    at,
    path,
  }),
  content: (data, { say, moment, companyName }) => {
    const { isNewOwner, needsBreakGlassCode, unlinkedProviders, removedOthers, otherName, accountName, at, path } =
      data;
    const whose = isNewOwner ? 'new' : 'former';
    const names = { otherName, accountName, company: companyName };
    const title = say(`mail.ownershipTransferred.subject.${whose}`, names);
    return {
      subject: title,
      heading: title,
      blocks: [
        { kind: 'paragraph', text: say(`mail.ownershipTransferred.text.${whose}`, names) },
        ...(needsBreakGlassCode
          ? [{ kind: 'paragraph' as const, text: say('mail.ownershipTransferred.breakGlass') }]
          : []),
        ...(unlinkedProviders.length > 0
          ? [
              {
                kind: 'paragraph' as const,
                text: say('mail.ownershipTransferred.unlinked', { providers: unlinkedProviders.join(', ') }),
              },
            ]
          : []),
        ...(removedOthers ? [{ kind: 'paragraph' as const, text: say('mail.removedOthers') }] : []),
        { kind: 'facts', rows: [{ label: say('mail.fact.when'), value: moment(at) }] },
        { kind: 'paragraph', text: say('mail.ownershipTransferred.ifNot') },
        { kind: 'button', label: say('mail.ownershipTransferred.button'), path },
      ],
    };
  },
});

/** Informs the owner of an account that users became admins. */
export const adminsAdded = defineMail({
  label: 'mail.adminsAdded.label',
  sensitive: false,
  schema: z.object({
    /** Addresses of new admins; not all if there are many. */
    emails: z.array(z.string()),
    count: z.int().positive(),
    actorName: z.string(),
    accountName: z.string(),
    at,
    path,
  }),
  content: ({ emails, count, actorName, accountName, at, path }, { say, moment }) => {
    const title = say('mail.adminsAdded.subject', { count });
    return {
      subject: title,
      heading: title,
      blocks: [
        { kind: 'paragraph', text: say('mail.adminsAdded.text', { count, actorName, accountName }) },
        {
          kind: 'facts',
          rows: [
            { label: say('mail.fact.email'), value: emails.join(', ') + (count > emails.length ? ' …' : '') },
            { label: say('mail.fact.when'), value: moment(at) },
          ],
        },
        { kind: 'paragraph', text: say('mail.adminsAdded.ifNot') },
        { kind: 'button', label: say('mail.ownershipTransferred.button'), path },
      ],
    };
  },
});

/** Informs a user that an admin of their account changed one of their ways to sign in. */
export const changedByAdmin = defineMail({
  label: 'mail.changedByAdmin.label',
  sensitive: false,
  schema: z.object({
    change: z.enum(['password', 'secondFactor', 'email']),
    removedOthers: z.boolean().default(false),
    login: z.string(),
    adminName: z.string(),
    accountName: z.string(),
    at,
    path,
  }),
  content: ({ change, removedOthers, login, adminName, accountName, at, path }, { say, moment, companyName }) => {
    const title = say(`mail.changedByAdmin.subject.${change}`, { company: companyName });
    return {
      subject: title,
      heading: title,
      blocks: [
        { kind: 'paragraph', text: say(`mail.changedByAdmin.text.${change}`, { adminName, accountName }) },
        ...(removedOthers ? [{ kind: 'paragraph' as const, text: say('mail.removedOthers') }] : []),
        {
          kind: 'facts',
          rows: [
            { label: say('mail.fact.login'), value: login },
            { label: say('mail.fact.when'), value: moment(at) },
          ],
        },
        { kind: 'paragraph', text: say('mail.changedByAdmin.ifNot', { adminName }) },
        { kind: 'button', label: say('mail.changedByAdmin.button'), path },
      ],
    };
  },
});
