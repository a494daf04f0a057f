import { timingSafeEqual } from 'node:crypto';
import { contract, type Locale, paths } from '@portico/contract';
import { hashSecret, keyedHash, newSecret } from '../../core/secrets.ts';

/** Seconds for which the link to confirm an address works (REC-3). */
export const confirmLife = 7 * 24 * 60 * 60;

export interface ConfirmLink {
  /** The page with the token as its fragment. The token is stored nowhere. */
  readonly path: string;
  readonly hash: Buffer;
  readonly until: Date;
}

/** A link to confirm an address, about to be mailed. The page speaks the recipient's language (REC-4). */
export function newConfirmLink(language: Locale): ConfirmLink {
  const token = newSecret();
  const until = new Date(Date.now() + confirmLife * 1000);
  return { path: `${paths.confirmRecipient}?language=${language}#${token}`, hash: hashSecret(token), until };
}

interface Addressed {
  readonly id: number;
  readonly email: string;
}

/** The page on which a recipient ends their mail. Its token is reckoned from the row and stored nowhere; another address has another (REC-5). */
export function leavePath(appSecret: string, recipient: Addressed, language: Locale): string {
  return leavingPage(tokenOf(appSecret, 'leave', recipient.id, recipient.email), language);
}

/** Where a recipient's mail program ends their mail by one click (RFC 8058), and where a browser finds the page for it. The token is the same. */
export function leaveAtOncePath(appSecret: string, recipient: Addressed, language: Locale): string {
  const token = tokenOf(appSecret, 'leave', recipient.id, recipient.email);
  return `${contract.billingRecipients.leaveAtOnce.path}?language=${language}&token=${token}`;
}

/** The page on which whoever has a token ends their mail. */
export function leavingPage(token: string, language: Locale): string {
  return `${paths.leaveRecipient}?language=${language}#${token}`;
}

/** Who may open an invoice by a mailed link: a recipient by id, or the account's billing address. */
export interface DocumentLink {
  readonly invoiceId: string;
  /** Null stands for the account's billing address. */
  readonly recipientId: number | null;
  readonly email: string;
}

/** The address that leads to an invoice without signing in, for as long as the account sends invoices there (REC-7). */
export function documentPath(appSecret: string, { invoiceId, recipientId, email }: DocumentLink): string {
  const reader = recipientId ?? 'b';
  return `/api/Billing/Documents/${invoiceId}.${tokenOf(appSecret, `document ${invoiceId}`, reader, email)}`;
}

function tokenOf(appSecret: string, purpose: string, reader: number | string, email: string): string {
  const secret = `${purpose} ${reader} ${email.toLowerCase()}`;
  return `${reader}.${keyedHash(appSecret, 'mail to recipients', secret).toString('base64url')}`;
}

/** Who a link to leave names; undefined for a token of another form. Nothing is proven by it yet. */
export function readLeaveToken(token: string): number | undefined {
  const [, id] = /^(\d{1,15})\.[\w-]{43}$/.exec(token) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** Whether a token to leave is the recipient's. */
export function isLeaveToken(appSecret: string, token: string, { id, email }: Addressed): boolean {
  return isSame(token, tokenOf(appSecret, 'leave', id, email));
}

/** What a link to an invoice names; undefined for a token of another form. Nothing is proven by it yet. */
export function readDocumentToken(token: string): Omit<DocumentLink, 'email'> | undefined {
  const [, invoiceId, reader] = /^(in_\w{1,250})\.(\d{1,15}|b)\.[\w-]{43}$/.exec(token) ?? [];
  if (invoiceId === undefined || reader === undefined) return undefined;
  return { invoiceId, recipientId: reader === 'b' ? null : Number(reader) };
}

/** Whether a token leads to that invoice for whoever has the address now. */
export function isDocumentToken(appSecret: string, token: string, link: DocumentLink): boolean {
  return isSame(`/api/Billing/Documents/${token}`, documentPath(appSecret, link));
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
