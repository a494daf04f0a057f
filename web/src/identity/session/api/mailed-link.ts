import type { LinkKind, SignInOutcome } from '@portico/contract';
import { paths } from '@portico/contract/browser';
import { type Answer, api } from '../../../lib/api.ts';

/** A kind of link with a page of its own. */
export type LinkPage = Exclude<LinkKind, 'confirmSignUp'>;

/** The kind of link of each page. The page of `confirmEmail` is also that of `confirmSignUp`. */
export const linkPages = {
  resetPassword: paths.resetPassword,
  invitation: paths.invitation,
  confirmEmail: paths.confirmEmail,
  undoEmail: paths.undoEmail,
  endSession: paths.endSession,
} satisfies Record<LinkPage, string>;

/** The kind of link of the page at this path. */
export function linkKindOfPage(path: string): LinkPage {
  const plain = path.toLowerCase().replace(/\/+$/, '');
  const kinds = Object.keys(linkPages) as LinkPage[];
  return kinds.find((kind) => linkPages[kind].toLowerCase() === plain) ?? 'resetPassword';
}

/**
 * The page of a link mailed to somebody without a login: a recipient of invoices, or a mail domain's admin; undefined
 * for other pages.
 */
export function pageOfNoLogin(path: string): 'confirm' | 'leave' | 'domain' | undefined {
  const plain = path.toLowerCase().replace(/\/+$/, '');
  if (plain === paths.externalProviderDomain.toLowerCase()) return 'domain';
  if (plain === paths.confirmRecipient.toLowerCase()) return 'confirm';
  return plain === paths.leaveRecipient.toLowerCase() ? 'leave' : undefined;
}

const tokenKey = (kind: string) => `portico_link_${kind}`;

/**
 * The token of the opened link; empty without one. Removed from the address, so that neither the history nor a copied
 * address contains it. Kept in the tab's session storage until used, because a phone may discard the page and reload
 * it (WEB-17).
 */
export function readToken(kind: string): string {
  const token = location.hash.slice(1);
  try {
    if (!token) return sessionStorage.getItem(tokenKey(kind)) ?? '';
    sessionStorage.setItem(tokenKey(kind), token);
  } catch {
    // Without storage, a reload needs the mail again.
  }
  history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  return token;
}

/** Keeps a token as if its link had been opened. */
export function storeToken(kind: LinkPage, token: string): void {
  try {
    sessionStorage.setItem(tokenKey(kind), token);
  } catch {
    // Without storage, the page passes the token on in its address.
    location.hash = token;
  }
}

/** Called when the link was used or is invalid. */
export function deleteToken(kind: LinkPage): void {
  try {
    sessionStorage.removeItem(tokenKey(kind));
  } catch {
    // Without storage, nothing was stored.
  }
}

export type MailedLink = Answer<'POST /api/Links/Check'>;

/**
 * Reads the purpose of a link without using it.
 * @throws ApiError LinkExpired
 */
export const checkLink = (token: string) => api('POST /api/Links/Check', { body: { token } });

/**
 * Replaces a link by the code in its mail. @param email the address that the mail was sent to
 * @returns the token of the link
 * @throws ApiError InvalidCode, TooManyRequests
 */
export const enterLinkCode = async (page: LinkPage, email: string, code: string): Promise<string> =>
  (await api('POST /api/Links/Code', { body: { page, email, code } })).token;

export interface NewPassword {
  newPassword: string;
  newPasswordConfirmation: string;
  /** Whether a reset also removes passkeys and external logins. */
  removeOtherWaysIn?: boolean;
}

/** @throws ApiError LinkExpired, ValidationError for a password that is not allowed */
export const resetPassword = (token: string, passwords: NewPassword): Promise<SignInOutcome> =>
  api('POST /api/ResetPassword', { body: { token, ...passwords } });

/** The result of using a link. */
interface LinkResult {
  /** The address, if the link is about one. */
  email: string | null;
  /** Set if the link also signs in. */
  signIn: SignInOutcome | null;
}

/** The links that need only one button. */
export const linkUses: Record<
  'confirmEmail' | 'undoEmail' | 'endSession',
  (token: string, password?: string) => Promise<LinkResult>
> = {
  confirmEmail: (token, password) => api('POST /api/ConfirmEmail', { body: { token, ...(password && { password }) } }),
  undoEmail: async (token) => ({ ...(await api('POST /api/UndoEmail', { body: { token } })), signIn: null }),
  endSession: async (token) => {
    await api('POST /api/WasThisYou/End', { body: { token } });
    return { email: null, signIn: null };
  },
};

/** Requests a mail with a link for a new password. The answer is the same whether or not the name exists. */
export const forgetPassword = (userName: string) => api('POST /api/ForgottenPassword', { body: { userName } });

export type RecipientAnswer = Answer<'POST /api/Billing/Recipients/Links/Check'>;

/**
 * Reads the purpose of a recipient's link without using it.
 * @throws ApiError LinkExpired
 */
export const checkRecipientLink = (token: string) =>
  api('POST /api/Billing/Recipients/Links/Check', { body: { token } });

/**
 * Confirms or ends mail about invoices. Repeating it is not an error.
 * @throws ApiError LinkExpired
 */
export const answerRecipientLink = (page: 'confirm' | 'leave', token: string): Promise<RecipientAnswer> =>
  page === 'confirm'
    ? api('POST /api/Billing/Recipients/Links/Confirm', { body: { token } })
    : api('POST /api/Billing/Recipients/Links/Leave', { body: { token } });
