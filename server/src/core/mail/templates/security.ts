import { z } from 'zod';
import type { MessageKey } from '../../messages/index.ts';
import { type Block, defineMail, type Words } from './define-template.ts';

/** A path on the portal's own origin. */
const path = z.string().startsWith('/');

/** When and from where something was done. Device and address are empty if unknown. */
const circumstances = {
  /** ISO 8601 in UTC. */
  at: z.iso.datetime(),
  device: z.string(),
  address: z.string(),
};

interface Circumstances {
  readonly login: string;
  readonly at: string;
  readonly device: string;
  readonly address: string;
}

function circumstanceFacts({ login, at, device, address }: Circumstances, { say, moment }: Words): Block {
  return {
    kind: 'facts',
    rows: [
      { label: say('mail.fact.login'), value: login },
      { label: say('mail.fact.when'), value: moment(at) },
      { label: say('mail.fact.device'), value: device || say('mail.unknown') },
      { label: say('mail.fact.address'), value: address || say('mail.unknown') },
    ],
  };
}

/** Changes that somebody else may have made. The user gets a mail, so that a stranger's change is noticed. */
const securityChanges = [
  'password',
  'login',
  'secondFactor',
  'recoveryCodes',
  'recoveryCodeUsed',
  'factorClosed',
  'breakGlassTries',
  'passkeys',
  'externalLogins',
  'emailTakenBack',
  'emailFollowed',
] as const;

/** Informs a user that one of their security settings changed, when, and from where. */
export const securityNotice = defineMail({
  label: 'mail.securityNotice.label',
  sensitive: false,
  schema: z.object({
    change: z.enum(securityChanges),
    /** What a reset of the password removed as well. */
    removed: z.object({ passkeys: z.boolean(), externalLogins: z.boolean() }).optional(),
    login: z.string(),
    ...circumstances,
    /** The page on which the user sees their open sessions. */
    path,
  }),
  content: ({ change, removed, path, ...about }, words) => {
    const { say, companyName } = words;
    const paragraph = (key: MessageKey): Block => ({ kind: 'paragraph', text: say(key) });
    const title = say(`mail.securityNotice.${change}`, { company: companyName });
    return {
      subject: title,
      heading: title,
      blocks: [
        circumstanceFacts(about, words),
        ...(removed?.passkeys ? [paragraph('mail.securityNotice.passkeysRemoved')] : []),
        ...(removed?.externalLogins ? [paragraph('mail.securityNotice.externalLoginsRemoved')] : []),
        paragraph('mail.securityNotice.ifYou'),
        paragraph('mail.securityNotice.ifNot'),
        { kind: 'button', label: say('mail.securityNotice.button'), path },
      ],
    };
  },
});

/** Asks whether a sign-in from a new device or network was the user's own. Its link ends that session. */
export const newSignIn = defineMail({
  label: 'mail.newSignIn.label',
  sensitive: true,
  schema: z.object({ login: z.string(), ...circumstances, path, days: z.int().positive() }),
  content: ({ path, days, ...about }, words) => {
    const { say, companyName } = words;
    return {
      subject: say('mail.newSignIn.subject', { company: companyName }),
      heading: say('mail.newSignIn.heading'),
      blocks: [
        { kind: 'paragraph', text: say('mail.newSignIn.text', { company: companyName }) },
        circumstanceFacts(about, words),
        { kind: 'paragraph', text: say('mail.securityNotice.ifYou') },
        { kind: 'paragraph', text: say('mail.newSignIn.ifNot') },
        { kind: 'button', label: say('mail.newSignIn.button'), path },
        { kind: 'note', text: say('mail.daysLive', { days }) },
      ],
    };
  },
});

/**
 * The link that proves a new address. Nothing changes before it is used. It contains no text of the user's own, because
 * the address may be a stranger's.
 */
export const confirmEmail = defineMail({
  label: 'mail.confirmEmail.label',
  sensitive: true,
  schema: z.object({ email: z.string(), path, hours: z.int().positive() }),
  content: ({ email, path, hours }, { say, companyName }) => ({
    subject: say('mail.confirmEmail.subject', { company: companyName }),
    heading: say('mail.confirmEmail.heading'),
    blocks: [
      { kind: 'paragraph', text: say('mail.confirmEmail.text', { email, company: companyName }) },
      { kind: 'button', label: say('mail.confirmEmail.button'), path },
      { kind: 'note', text: say('mail.confirmEmail.lives', { hours }) },
      { kind: 'note', text: say('mail.confirmEmail.ignore') },
    ],
  }),
});

/** Informs the previous address that it was replaced, with a link to undo that. */
export const emailChanged = defineMail({
  label: 'mail.emailChanged.label',
  sensitive: true,
  schema: z.object({
    login: z.string(),
    /** The new address. */
    email: z.string(),
    ...circumstances,
    path,
    days: z.int().positive(),
  }),
  content: ({ email, path, days, ...about }, words) => {
    const { say, companyName } = words;
    return {
      subject: say('mail.emailChanged.subject', { company: companyName }),
      heading: say('mail.emailChanged.heading'),
      blocks: [
        { kind: 'paragraph', text: say('mail.emailChanged.text', { email, company: companyName }) },
        circumstanceFacts(about, words),
        { kind: 'paragraph', text: say('mail.securityNotice.ifYou') },
        { kind: 'paragraph', text: say('mail.emailChanged.ifNot') },
        { kind: 'button', label: say('mail.emailChanged.button'), path },
        { kind: 'note', text: say('mail.daysLive', { days }) },
      ],
    };
  },
});

/**
 * Informs an account's admins that its owner signed in with a code that bypasses the second factor or single sign-on.
 */
export const breakGlassUsed = defineMail({
  label: 'mail.breakGlassUsed.label',
  sensitive: false,
  schema: z.object({ userName: z.string(), accountName: z.string(), login: z.string(), ...circumstances, path }),
  content: ({ userName, accountName, path, ...about }, words) => {
    const { say, companyName } = words;
    return {
      subject: say('mail.breakGlassUsed.subject', { userName, company: companyName }),
      heading: say('mail.breakGlassUsed.heading'),
      blocks: [
        { kind: 'paragraph', text: say('mail.breakGlassUsed.text', { userName, accountName, company: companyName }) },
        circumstanceFacts(about, words),
        { kind: 'paragraph', text: say('mail.breakGlassUsed.ifNot', { userName }) },
        { kind: 'button', label: say('mail.breakGlassUsed.button'), path },
      ],
    };
  },
});
