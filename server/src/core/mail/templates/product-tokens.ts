import { z } from 'zod';
import { defineMail } from './define-template.ts';

const token = z.object({
  /** May be empty. */
  tokenName: z.string(),
  /** The prefix, which identifies the token without granting access. */
  prefix: z.string(),
  productName: z.string(),
  accountName: z.string(),
  /** On the portal's own origin. */
  path: z.string().startsWith('/'),
});

type Fact = { readonly label: string; readonly value: string };

/** Rows that identify the token, which may have no name. */
function tokenRows(
  { tokenName, prefix, productName }: z.infer<typeof token>,
  say: (key: 'mail.fact.tokenName' | 'mail.fact.token' | 'mail.fact.product') => string,
): Fact[] {
  return [
    ...(tokenName ? [{ label: say('mail.fact.tokenName'), value: tokenName }] : []),
    { label: say('mail.fact.token'), value: `${prefix}••••` },
    { label: say('mail.fact.product'), value: productName },
  ];
}

/** Informs admins that a token of their account expires (TOK-9). */
export const productTokenExpires = defineMail({
  label: 'mail.productTokenExpires.label',
  sensitive: false,
  schema: token.extend({
    /** The last day on which it works, YYYY-MM-DD in UTC. */
    day: z.iso.date(),
    daysLeft: z.int().nonnegative(),
  }),
  content: (data, { say }) => {
    const { productName, accountName, day, daysLeft, path } = data;
    return {
      subject: say('mail.productTokenExpires.subject', { productName, daysLeft }),
      heading: say('mail.productTokenExpires.heading', { daysLeft }),
      blocks: [
        { kind: 'paragraph', text: say('mail.productTokenExpires.text', { productName, accountName }) },
        { kind: 'facts', rows: [...tokenRows(data, say), { label: say('mail.fact.lastDay'), value: day }] },
        { kind: 'paragraph', text: say('mail.productTokenExpires.mend') },
        { kind: 'button', label: say('mail.productTokenExpires.button'), path },
      ],
    };
  },
});

/** Informs admins that a token of their account leaked and was disabled (TOK-10). */
export const productTokenLeaked = defineMail({
  label: 'mail.productTokenLeaked.label',
  sensitive: false,
  schema: token.extend({
    /** Where it was found, in the operator's words. */
    leakReport: z.string(),
  }),
  content: (data, { say }) => {
    const { productName, accountName, leakReport, path } = data;
    return {
      subject: say('mail.productTokenLeaked.subject', { productName }),
      heading: say('mail.productTokenLeaked.heading'),
      blocks: [
        { kind: 'paragraph', text: say('mail.productTokenLeaked.text', { accountName }) },
        { kind: 'facts', rows: [...tokenRows(data, say), { label: say('mail.fact.foundAt'), value: leakReport }] },
        { kind: 'paragraph', text: say('mail.productTokenLeaked.mend') },
        { kind: 'button', label: say('mail.productTokenLeaked.button'), path },
      ],
    };
  },
});
