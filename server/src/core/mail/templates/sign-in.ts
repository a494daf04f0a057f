import { isMisleadingName } from '@portico/contract';
import { z } from 'zod';
import { defineMail, defineText, nameInSubject } from './define-template.ts';

/** A path on the portal's own origin. */
const path = z.string().startsWith('/');
const code = z.string().min(1);
const minutes = z.int().positive();

/** The link with which a user who forgot the password sets a new one. */
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

/** Informs a user who forgot the password that their account does not sign in with passwords. */
export const signOnRequired = defineMail({
  label: 'mail.signOnRequired.label',
  sensitive: false,
  schema: z.object({ login: z.string(), accountName: z.string(), path }),
  content: ({ login, accountName, path }, { say, companyName }) => ({
    subject: say('mail.signOnRequired.subject', { company: companyName }),
    heading: say('mail.signOnRequired.heading'),
    blocks: [
      { kind: 'paragraph', text: say('mail.signOnRequired.text', { login, accountName, company: companyName }) },
      { kind: 'button', label: say('mail.signOnRequired.button'), path },
      { kind: 'note', text: say('mail.passwordReset.ignore') },
    ],
  }),
});

/** The second-factor code by mail. */
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

/** The second-factor code by text message. */
export const signInCodeText = defineText({
  label: 'mail.signInCode.label',
  sensitive: true,
  schema: z.object({ code, minutes }),
  content: ({ code, minutes }, { say, companyName }) =>
    say('mail.signInCode.asText', { code, minutes, company: companyName }),
});

/** The link with which a new user of an account sets the first password. */
export const invitation = defineMail({
  label: 'mail.invitation.label',
  sensitive: true,
  schema: z.object({ accountName: z.string(), inviterName: z.string(), path, days: z.int().positive() }),
  content: ({ accountName, inviterName, path, days }, { say, companyName }) => ({
    subject: say('mail.invitation.subject', { accountName: nameInSubject(accountName), company: companyName }),
    heading: say('mail.invitation.heading', { accountName }),
    blocks: [
      {
        kind: 'paragraph',
        text: isMisleadingName(inviterName)
          ? say('mail.invitation.textOfAdmin', { accountName, company: companyName })
          : say('mail.invitation.text', { inviterName, accountName, company: companyName }),
      },
      { kind: 'button', label: say('mail.invitation.button'), path },
      { kind: 'note', text: say('mail.daysLive', { days }) },
    ],
  }),
});
