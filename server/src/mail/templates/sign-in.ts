import { z } from 'zod';
import { defineMail, defineText } from './define-template.ts';

/** A path on the portal's own origin. */
const path = z.string().startsWith('/');
const code = z.string().min(1);
const minutes = z.int().positive();

/** The link with which somebody who forgot their password sets a new one. */
export const passwordReset = defineMail({
  label: 'mail.passwordReset.label',
  sensitive: true,
  schema: z.object({ login: z.string(), path, minutes }),
  content: ({ login, path, minutes }, { say, companyName }) => ({
    subject: say('mail.passwordReset.subject', { company: companyName }),
    heading: say('mail.passwordReset.heading'),
    blocks: [
      { kind: 'paragraph', text: say('mail.passwordReset.text', { login, company: companyName }) },
      { kind: 'button', label: say('mail.passwordReset.button'), path },
      { kind: 'note', text: say('mail.linkLives', { minutes }) },
      { kind: 'note', text: say('mail.passwordReset.ignore') },
    ],
  }),
});

/** The code of the second factor by mail. */
export const signInCode = defineMail({
  label: 'mail.signInCode.label',
  sensitive: true,
  schema: z.object({ code, minutes }),
  content: ({ code, minutes }, { say, companyName }) => ({
    subject: say('mail.signInCode.subject', { company: companyName }),
    heading: say('mail.signInCode.heading'),
    blocks: [
      { kind: 'paragraph', text: say('mail.signInCode.text', { company: companyName }) },
      { kind: 'code', code },
      { kind: 'note', text: say('mail.codeLives', { minutes }) },
      { kind: 'note', text: say('mail.signInCode.ignore') },
    ],
  }),
});

/** The same code by text message. */
export const signInCodeText = defineText({
  label: 'mail.signInCode.label',
  sensitive: true,
  schema: z.object({ code, minutes }),
  content: ({ code, minutes }, { say, companyName }) =>
    say('mail.signInCode.asText', { code, minutes, company: companyName }),
});

/** The link with which a new user of an account sets their first password. */
export const invitation = defineMail({
  label: 'mail.invitation.label',
  sensitive: true,
  schema: z.object({ accountName: z.string(), inviterName: z.string(), path, days: z.int().positive() }),
  content: ({ accountName, inviterName, path, days }, { say, companyName }) => ({
    subject: say('mail.invitation.subject', { accountName, company: companyName }),
    heading: say('mail.invitation.heading', { accountName }),
    blocks: [
      { kind: 'paragraph', text: say('mail.invitation.text', { inviterName, accountName, company: companyName }) },
      { kind: 'button', label: say('mail.invitation.button'), path },
      { kind: 'note', text: say('mail.invitation.lives', { days }) },
    ],
  }),
});

/** What may have changed without the user: they are told by mail, so that a stranger's change is noticed. */
const securityChanges = ['password', 'secondFactor', 'recoveryCodes', 'passkeys', 'email', 'newDevice'] as const;

/** Tells a user that something of their security changed, when, and from where. */
export const securityNotice = defineMail({
  label: 'mail.securityNotice.label',
  sensitive: false,
  schema: z.object({
    change: z.enum(securityChanges),
    login: z.string(),
    /** ISO 8601 in UTC. */
    at: z.iso.datetime(),
    device: z.string(),
    address: z.string(),
    /** The page on which the user sees what is open in their name. */
    path,
  }),
  content: ({ change, login, at, device, address, path }, { say, moment, companyName }) => ({
    subject: say(`mail.securityNotice.${change}`, { company: companyName }),
    heading: say(`mail.securityNotice.${change}`, { company: companyName }),
    blocks: [
      {
        kind: 'facts',
        rows: [
          { label: say('mail.fact.login'), value: login },
          { label: say('mail.fact.when'), value: moment(at) },
          { label: say('mail.fact.device'), value: device },
          { label: say('mail.fact.address'), value: address },
        ],
      },
      { kind: 'paragraph', text: say('mail.securityNotice.ifYou') },
      { kind: 'paragraph', text: say('mail.securityNotice.ifNot') },
      { kind: 'button', label: say('mail.securityNotice.button'), path },
    ],
  }),
});
