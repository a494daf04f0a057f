import { z } from 'zod';
import { type Block, defineMail, type MailContent, type Words } from './define-template.ts';

/** A path on the portal's own origin. */
const path = z.string().startsWith('/');

const common = {
  productName: z.string(),
  accountName: z.string(),
  /** When it ends, ISO 8601 in UTC. */
  at: z.iso.datetime(),
  /** Whole days until the day on which it ends. */
  daysLeft: z.int().nonnegative(),
  /** The page where the recipient can act; null for a contact without a login. */
  path: path.nullable(),
  /** Where a contact unsubscribes; null for users. */
  leavePath: path.nullable(),
  /** Where the contact's mail program unsubscribes with one click. */
  leaveAtOncePath: path.nullable(),
};

const charged = {
  /** Integer cents of `currency` before tax; null if nothing is charged, or if unknown. */
  amount: z.int().nullable(),
  currency: z.string(),
};

interface Common {
  readonly productName: string;
  readonly accountName: string;
  readonly at: string;
  readonly path: string | null;
  readonly leavePath: string | null;
  readonly leaveAtOncePath: string | null;
}

type Rows = Extract<Block, { kind: 'facts' }>['rows'];

interface Said {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Facts in addition to the product and the account. */
  readonly rows: Rows;
  readonly button: string;
}

/** The common parts of all notices. */
function createNotice(data: Common, { say }: Words, { subject, heading, paragraphs, rows, button }: Said): MailContent {
  const { productName, accountName, path, leavePath, leaveAtOncePath } = data;
  return {
    subject,
    heading,
    blocks: [
      ...paragraphs.map((text): Block => ({ kind: 'paragraph', text })),
      {
        kind: 'facts',
        rows: [
          { label: say('mail.fact.account'), value: accountName },
          { label: say('mail.fact.product'), value: productName },
          ...rows,
        ],
      },
      ...(path === null ? [] : [{ kind: 'button' as const, label: button, path }]),
      {
        kind: 'note',
        text: leavePath === null ? say('mail.notice.why') : say('mail.notice.whyContact', { accountName }),
      },
      ...(leavePath === null ? [] : [{ kind: 'link' as const, label: say('mail.invoice.leave'), path: leavePath }]),
    ],
    ...(leaveAtOncePath === null ? {} : { leaveAtOncePath }),
  };
}

const amountRow = (
  { amount, currency }: { readonly amount: number | null; readonly currency: string },
  { say, money }: Words,
): Rows => (amount === null ? [] : [{ label: say('mail.fact.beforeTax'), value: money(amount, currency) }]);

/** A trial ends and becomes a paid subscription, or is over. */
export const trialEnds = defineMail({
  label: 'mail.trialEnds.label',
  sensitive: false,
  schema: z.object({ ...common, ...charged }),
  content: (data, words) => {
    const { say, moment } = words;
    const { productName, daysLeft, at, amount } = data;
    return createNotice(data, words, {
      subject: say('mail.trialEnds.subject', { productName, days: daysLeft }),
      heading: say('mail.trialEnds.heading'),
      paragraphs: [say(amount === null ? 'mail.trialEnds.over' : 'mail.trialEnds.continues', { productName })],
      rows: [{ label: say('mail.fact.ends'), value: moment(at) }, ...amountRow(data, words)],
      button: say(amount === null ? 'mail.trialEnds.choose' : 'mail.notice.open'),
    });
  },
});

/** A subscription renews and is charged. */
export const renewalAhead = defineMail({
  label: 'mail.renewalAhead.label',
  sensitive: false,
  schema: z.object({ ...common, ...charged }),
  content: (data, words) => {
    const { say, moment } = words;
    const { productName, daysLeft, at } = data;
    return createNotice(data, words, {
      subject: say('mail.renewalAhead.subject', { productName, days: daysLeft }),
      heading: say('mail.renewalAhead.heading'),
      paragraphs: [say('mail.renewalAhead.text', { productName })],
      rows: [{ label: say('mail.fact.renews'), value: moment(at) }, ...amountRow(data, words)],
      button: say('mail.notice.open'),
    });
  },
});

/** A subscription that a customer canceled ends. */
export const subscriptionEnds = defineMail({
  label: 'mail.subscriptionEnds.label',
  sensitive: false,
  schema: z.object({
    ...common,
    /** When it was canceled, ISO 8601 in UTC; null if unknown. */
    canceledAt: z.iso.datetime().nullable(),
  }),
  content: (data, words) => {
    const { say, moment } = words;
    const { productName, daysLeft, at, canceledAt } = data;
    return createNotice(data, words, {
      subject: say('mail.subscriptionEnds.subject', { productName, days: daysLeft }),
      heading: say('mail.subscriptionEnds.heading'),
      paragraphs: [say('mail.subscriptionEnds.text', { productName }), say('mail.subscriptionEnds.restore')],
      rows: [
        ...(canceledAt === null ? [] : [{ label: say('mail.fact.canceled'), value: moment(canceledAt) }]),
        { label: say('mail.fact.ends'), value: moment(at) },
      ],
      button: say('mail.subscriptionEnds.button'),
    });
  },
});

/** A license without a renewing subscription ends. The mail names the contact for buying another one. */
export const licenseEnds = defineMail({
  label: 'mail.licenseEnds.label',
  sensitive: false,
  schema: z.object({
    ...common,
    licenseNumber: z.string(),
    /** A mail or web address; null if the vendor gave none. */
    contact: z.string().nullable(),
  }),
  content: (data, words) => {
    const { say, moment } = words;
    const { productName, daysLeft, at, licenseNumber, contact } = data;
    return createNotice(data, words, {
      subject: say('mail.licenseEnds.subject', { productName, days: daysLeft }),
      heading: say('mail.licenseEnds.heading'),
      paragraphs: [
        say('mail.licenseEnds.text', { productName }),
        contact === null ? say('mail.licenseEnds.ask') : say('mail.licenseEnds.contact', { contact }),
      ],
      rows: [
        { label: say('mail.fact.license'), value: licenseNumber },
        { label: say('mail.fact.ends'), value: moment(at) },
      ],
      button: say('mail.licenseEnds.button'),
    });
  },
});
