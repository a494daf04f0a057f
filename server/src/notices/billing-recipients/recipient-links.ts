import { timingSafeEqual } from 'node:crypto';
import { contract, type Locale, paths } from '@portico/contract';
import { hashSecret, keyedHash, newSecret } from '../../core/secrets.ts';

/** How long a confirmation link works (REC-3). */
export const confirmLinkSeconds = 7 * 24 * 60 * 60;

export interface ConfirmLink {
  /** The page with the token as its fragment. Only the token's hash is stored. */
  readonly path: string;
  readonly hash: Buffer;
  readonly until: Date;
}

/** A link to confirm an address. The page is in the recipient's language (REC-4). */
export function createConfirmLink(language: Locale): ConfirmLink {
  const token = newSecret();
  const until = new Date(Date.now() + confirmLinkSeconds * 1000);
  return { path: `${paths.confirmRecipient}?language=${language}#${token}`, hash: hashSecret(token), until };
}

interface RecipientAddress {
  readonly id: number;
  readonly email: string;
}

/** The page to end a recipient's mail. Its token is derived from the recipient's id and address and is not stored (REC-5). */
export function leavePath(appSecret: string, recipient: RecipientAddress, language: Locale): string {
  return leavePagePath(createToken(appSecret, 'leave', recipient.id, recipient.email), language);
}

/** The address for one-click unsubscribe (RFC 8058), with the same token. */
export function leaveAtOncePath(appSecret: string, recipient: RecipientAddress, language: Locale): string {
  const token = createToken(appSecret, 'leave', recipient.id, recipient.email);
  return `${contract.billingRecipients.leaveAtOnce.path}?language=${language}&token=${token}`;
}

export function leavePagePath(token: string, language: Locale): string {
  return `${paths.leaveRecipient}?language=${language}#${token}`;
}

/** Days for which a mailed link opens its invoice (REC-7). */
export const documentDays = 90;

const today = () => Math.floor(Date.now() / 86_400_000);

export interface DocumentLink {
  readonly invoiceId: string;
  /** Null for the account's billing address. */
  readonly recipientId: number | null;
  readonly email: string;
  /** When it was mailed, in days since 1970; null in links of earlier versions. */
  readonly day?: number | null;
}

/** The path that opens an invoice without signing in for 90 days, as long as the account sends invoices to that address (REC-7). */
export function documentPath(
  appSecret: string,
  { invoiceId, recipientId, email, day = today() }: DocumentLink,
): string {
  const reader = recipientId ?? 'b';
  const document = day === null ? invoiceId : `${invoiceId}.${day}`;
  return `/api/Billing/Documents/${document}.${createToken(appSecret, `document ${document}`, reader, email)}`;
}

function createToken(appSecret: string, purpose: string, reader: number | string, email: string): string {
  const secret = `${purpose} ${reader} ${email.toLowerCase()}`;
  return `${reader}.${keyedHash(appSecret, 'mail to recipients', secret).toString('base64url')}`;
}

/** The recipient's id in a token to leave; undefined if it is malformed. Does not verify the token. */
export function parseLeaveToken(token: string): number | undefined {
  const [, id] = /^(\d{1,15})\.[\w-]{43}$/.exec(token) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** Whether a token to leave belongs to the recipient. */
export function isLeaveToken(appSecret: string, token: string, { id, email }: RecipientAddress): boolean {
  return isSame(token, createToken(appSecret, 'leave', id, email));
}

/** The invoice and recipient in a token; undefined if it is malformed. Does not verify the token. */
export function parseDocumentToken(token: string): Omit<DocumentLink, 'email'> | undefined {
  const [, invoiceId, day, reader] = /^(in_\w{1,250})(?:\.(\d{1,6}))?\.(\d{1,15}|b)\.[\w-]{43}$/.exec(token) ?? [];
  if (invoiceId === undefined || reader === undefined) return undefined;
  return {
    invoiceId,
    recipientId: reader === 'b' ? null : Number(reader),
    day: day === undefined ? null : Number(day),
  };
}

/** Whether a link to a document has ended. @param invoicedAt when the invoice was made, which counts for links of earlier versions */
export const isDocumentOver = ({ day }: Pick<DocumentLink, 'day'>, invoicedAt: Date): boolean =>
  today() - (day ?? Math.floor(invoicedAt.getTime() / 86_400_000)) > documentDays;

/** Whether a token opens that invoice for the recipient's current address. */
export function isDocumentToken(appSecret: string, token: string, link: DocumentLink): boolean {
  return isSame(`/api/Billing/Documents/${token}`, documentPath(appSecret, link));
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
