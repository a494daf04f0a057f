import { z } from 'zod';
import { type Block, defineMail } from './define-template.ts';

/** A path on the portal's own origin. */
const path = z.string().startsWith('/');

/** Whether the address was meant to correct the one of a paid order; omitted in older messages. */
const hasOrder = z.boolean().optional();

/**
 * Welcomes the owner of a new account. The button confirms the address; if it is confirmed already, it links to the
 * sign-in page.
 */
export const welcome = defineMail({
  label: 'mail.welcome.label',
  sensitive: true,
  schema: z.object({
    /**
     * Null until the address is confirmed: the name is a stranger's own text, and the address may be somebody else's.
     */
    accountName: z.string().nullable(),
    login: z.string(),
    /** The purchased product; null if nothing was bought yet. */
    product: z.string().nullable(),
    plan: z.string().nullable(),
    /** The license number, if there is a license. */
    license: z.string().nullable(),
    path,
    /** How long the link works; null if the address is confirmed already. */
    days: z.int().positive().nullable(),
  }),
  content: ({ accountName, login, product, plan, license, path, days }, { say, companyName }) => {
    const rows = [
      { label: say('mail.fact.login'), value: login },
      ...(product ? [{ label: say('mail.welcome.product'), value: plan ? `${product}, ${plan}` : product }] : []),
      ...(license ? [{ label: say('mail.welcome.license'), value: license }] : []),
    ];
    const confirms = days !== null;
    const blocks: Block[] = [
      {
        kind: 'paragraph',
        text: say(confirms ? 'mail.welcome.confirm' : 'mail.welcome.ready', { company: companyName }),
      },
      { kind: 'button', label: say(confirms ? 'mail.confirmEmail.button' : 'mail.welcome.signIn'), path },
      { kind: 'facts', rows },
      { kind: 'paragraph', text: say(product ? 'mail.welcome.nextWithProduct' : 'mail.welcome.next') },
    ];
    if (confirms) blocks.push({ kind: 'note', text: say('mail.daysLive', { days }) });
    blocks.push({ kind: 'note', text: say('mail.welcome.ignore') });
    return {
      subject: say(confirms ? 'mail.welcome.subject' : 'mail.welcome.toCompany', { company: companyName }),
      heading:
        accountName === null
          ? say('mail.welcome.toCompany', { company: companyName })
          : say('mail.welcome.heading', { accountName }),
      blocks,
    };
  },
});

/** Sends the confirmation link again. */
export const confirmSignUp = defineMail({
  label: 'mail.confirmSignUp.label',
  sensitive: true,
  schema: z.object({ login: z.string(), path, days: z.int().positive().nullable() }),
  content: ({ login, path, days }, { say, companyName }) => ({
    subject: say('mail.confirmSignUp.subject', { company: companyName }),
    heading: say('mail.confirmSignUp.heading'),
    blocks: [
      { kind: 'paragraph', text: say('mail.confirmSignUp.text', { login, company: companyName }) },
      { kind: 'button', label: say('mail.confirmEmail.button'), path },
      ...(days === null ? [] : [{ kind: 'note' as const, text: say('mail.daysLive', { days }) }]),
      { kind: 'note', text: say('mail.welcome.ignore') },
    ],
  }),
});

/** Explains to somebody who signs up with a known address how to sign in. */
export const signUpKnown = defineMail({
  label: 'mail.signUpKnown.label',
  sensitive: true,
  schema: z.object({ accountName: z.string(), login: z.string(), isInvited: z.boolean(), hasOrder, path }),
  content: ({ accountName, login, isInvited, hasOrder: isForOrder, path }, { say, companyName }) => ({
    subject: say('mail.signUpKnown.subject', { company: companyName }),
    heading: say('mail.signUpKnown.heading'),
    blocks: [
      {
        kind: 'paragraph',
        text: say(isInvited ? 'mail.signUpKnown.invited' : 'mail.signUpKnown.text', {
          accountName,
          login,
          company: companyName,
        }),
      },
      { kind: 'button', label: say(isInvited ? 'mail.invitation.button' : 'mail.welcome.signIn'), path },
      { kind: 'paragraph', text: say(isForOrder ? 'mail.signUpKnown.order' : 'mail.signUpKnown.nothing') },
      { kind: 'note', text: say('mail.signUpKnown.ignore') },
    ],
  }),
});

/** Informs a user that another account's import contained their address, and did not add them (IMP-7). */
export const wantedElsewhere = defineMail({
  label: 'mail.wantedElsewhere.label',
  sensitive: false,
  schema: z.object({ accountName: z.string() }),
  content: ({ accountName }, { say, companyName }) => ({
    subject: say('mail.wantedElsewhere.subject', { company: companyName }),
    heading: say('mail.wantedElsewhere.heading'),
    blocks: [
      { kind: 'paragraph', text: say('mail.wantedElsewhere.text', { accountName, company: companyName }) },
      { kind: 'note', text: say('mail.wantedElsewhere.ignore') },
    ],
  }),
});

/** Informs somebody who signs up that their organization has an account that invites its users. */
export const signUpOrganization = defineMail({
  label: 'mail.signUpOrganization.label',
  sensitive: false,
  schema: z.object({ accountName: z.string(), hasOrder, path }),
  content: ({ accountName, hasOrder: isForOrder, path }, { say, companyName }) => ({
    subject: say('mail.signUpOrganization.subject', { company: companyName }),
    heading: say('mail.signUpOrganization.heading'),
    blocks: [
      { kind: 'paragraph', text: say('mail.signUpOrganization.text', { accountName, company: companyName }) },
      { kind: 'button', label: say('mail.welcome.signIn'), path },
      { kind: 'paragraph', text: say(isForOrder ? 'mail.signUpKnown.order' : 'mail.signUpKnown.nothing') },
      { kind: 'note', text: say('mail.signUpKnown.ignore') },
    ],
  }),
});
