import { type LinkKind, type linkKindsWithPage, paths } from '@portico/contract';
import type { Database, Queryable } from '../../core/db/database.ts';
import { AppError } from '../../core/http/app-error.ts';
import { hashLinkCode, isHashOfLinkCode, linkCodeOf } from '../../core/link-codes.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { hashSecret, newSecret } from '../../core/secrets.ts';
import {
  consumeLink,
  consumeUserLinks,
  deleteExpiredLinks,
  deleteUnusedLinks,
  findLiveLink,
  findLiveUserLink,
  findUnexpiredLink,
  insertLink,
  insertLinks,
  type LinkRow,
  listLinksWithCode,
  replaceToken,
  updateLinkMessage,
  updateToken,
} from './links.queries.ts';
import { type LinkData, linkData, linkLifeSeconds } from './links.schema.ts';

/** The link is used, expired, replaced, of another kind or unknown: all get the same answer (LINK-4). */
export class LinkExpiredError extends AppError {
  constructor() {
    super({ code: 'LinkExpired', message: { key: 'link.expired' } });
  }
}

export interface NewLink<Kind extends LinkKind> {
  readonly kind: Kind;
  readonly userId: number;
  readonly data: LinkData<Kind>;
  /** The kind's usual life if omitted (LINK-3). */
  readonly lifeSeconds?: number;
}

/** A link that is about to be mailed. Its token is not stored. */
export interface IssuedLink {
  readonly token: string;
  /** The page with the token as its fragment, on the portal's own origin (LINK-2). */
  readonly path: string;
  readonly expiresAt: Date;
  /** The message of the link that this one replaces. */
  readonly replacedMessageId: number | null;
}

/** A link that has not expired. */
export interface Link<Kind extends LinkKind = LinkKind> {
  readonly kind: Kind;
  readonly userId: number;
  readonly data: LinkData<Kind>;
  /** The message that carries it, for `mail.forget`. */
  readonly messageId: number | null;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  readonly isUsed: boolean;
}

const linkPath = (kind: LinkKind, token: string) =>
  `${paths[kind === 'confirmSignUp' ? 'confirmEmail' : kind]}#${token}`;

/** Issues a link. It replaces the user's unused link of the same kind, except for links that confirm a sign-up, end a session or undo a change (LINK-5). */
export async function issueLink<Kind extends LinkKind>(
  transaction: Queryable,
  { kind, userId, data, lifeSeconds = linkLifeSeconds[kind] }: NewLink<Kind>,
): Promise<IssuedLink> {
  const token = newSecret();
  const stored = linkData[kind].parse(data);
  const issued = await insertLink(transaction, {
    ...(await hashesOf(token)),
    kind,
    userId,
    data: stored,
    lifeSeconds,
  });
  return { token, path: linkPath(kind, token), ...issued };
}

/** The stored hashes of a link's token and of its code. */
const hashesOf = async (token: string) => ({
  tokenHash: hashSecret(token),
  codeHash: await hashLinkCode(linkCodeOf(token)),
});

/** A link whose mail is queued together with many others. */
export interface PreparedLink {
  readonly token: string;
  readonly path: string;
  readonly expiresAt: Date;
}

/** Prepares a link that is not stored yet; `storeLinks` stores it. */
export function prepareLink(kind: LinkKind): PreparedLink {
  const token = newSecret();
  return { token, path: linkPath(kind, token), expiresAt: new Date(Date.now() + linkLifeSeconds[kind] * 1000) };
}

/** Stores many prepared links with one statement, for users who have none of the kind. */
export async function storeLinks<Kind extends LinkKind>(
  transaction: Queryable,
  kind: Kind,
  links: readonly (PreparedLink & { userId: number; messageId: number; data: LinkData<Kind> })[],
): Promise<void> {
  await insertLinks(
    transaction,
    kind,
    await Promise.all(
      links.map(async ({ token, userId, messageId, data, expiresAt }) => {
        const { tokenHash, codeHash } = await hashesOf(token);
        return {
          tokenHash: tokenHash.toString('hex'),
          codeHash: codeHash.toString('hex'),
          userId,
          messageId,
          data: linkData[kind].parse(data),
          expiresAt,
        };
      }),
    ),
  );
}

/** Records which message carries a link, so that its content is deleted when the link was used (MAIL-5). */
export async function recordLinkMessage(transaction: Queryable, token: string, messageId: number): Promise<void> {
  await updateLinkMessage(transaction, hashSecret(token), messageId);
}

/**
 * Uses a link of one of `kinds`, in the transaction of its effect. Of several concurrent uses, one succeeds (LINK-1).
 * @throws LinkExpiredError if it is used, expired, replaced, of another kind or unknown
 */
export async function useLink<Kind extends LinkKind>(
  transaction: Queryable,
  token: string,
  ...kinds: readonly Kind[]
): Promise<Link<Kind>> {
  const row = await consumeLink(transaction, hashSecret(token), kinds);
  if (!row) throw new LinkExpiredError();
  return toLink<Kind>(row);
}

/** A live link, without using it. Undefined if `useLink` would refuse it. */
export async function findLink(on: Queryable, token: string): Promise<Link | undefined> {
  const row = await findLiveLink(on, hashSecret(token));
  return row && toLink<LinkKind>(row);
}

/** A link that has not expired, even if it was used. */
export async function findKnownLink(on: Queryable, token: string): Promise<Link | undefined> {
  const row = await findUnexpiredLink(on, hashSecret(token));
  return row && toLink<LinkKind>(row);
}

/**
 * Finds the live link of a page by the code in its mail, and gives it a new token (LINK-12). The mail's own link no longer works; its code still does.
 * @param userId the user of the address, if any @returns the new token; undefined for a wrong code
 */
export async function redeemLinkCode(
  on: Queryable,
  {
    page,
    code,
    ...to
  }: { page: (typeof linkKindsWithPage)[number]; code: string; email: string; userId: number | null },
): Promise<string | undefined> {
  const kinds: readonly LinkKind[] = page === 'confirmEmail' ? ['confirmEmail', 'confirmSignUp'] : [page];
  const links = await listLinksWithCode(on, { ...to, kinds });
  // An unknown address takes as long as one with a link.
  if (links.length === 0) await hashLinkCode(code);
  const matches = await Promise.all(links.map(({ codeHash }) => isHashOfLinkCode(code, codeHash)));
  const found = links[matches.indexOf(true)];
  const token = newSecret();
  return found && (await updateToken(on, found.tokenHash, hashSecret(token))) ? token : undefined;
}

/** Marks all links of a kind of a user as used. @returns the messages that carry them, for `mail.forget` */
export function useAllLinks(transaction: Queryable, userId: number, kind: LinkKind): Promise<number[]> {
  return consumeUserLinks(transaction, userId, kind);
}

/** The user's unused link of a kind. */
export async function findUserLink<Kind extends 'resetPassword' | 'invitation' | 'confirmEmail'>(
  on: Queryable,
  userId: number,
  kind: Kind,
): Promise<Link<Kind> | undefined> {
  const row = await findLiveUserLink(on, userId, kind);
  return row && toLink<Kind>(row);
}

/** Voids a user's unused links of `kinds`. @returns the messages that carry them, for `mail.forget` */
export function voidLinks(transaction: Queryable, userId: number, ...kinds: readonly LinkKind[]): Promise<number[]> {
  return deleteUnusedLinks(transaction, userId, kinds);
}

/** Voids unused links of the same kind and user that were issued after the given link. @returns as `voidLinks` */
export function voidLaterLinks(transaction: Queryable, { userId, kind, issuedAt }: Link): Promise<number[]> {
  return deleteUnusedLinks(transaction, userId, [kind], issuedAt);
}

/** Gives a user's unused link a new token and voids the former one. Undefined if there is no such link. */
export async function reissueLink<Kind extends 'resetPassword' | 'invitation' | 'confirmEmail'>(
  transaction: Queryable,
  userId: number,
  kind: Kind,
): Promise<(Pick<IssuedLink, 'token' | 'path'> & Link<Kind>) | undefined> {
  const token = newSecret();
  const row = await replaceToken(transaction, {
    userId,
    kind,
    ...(await hashesOf(token)),
    lifeSeconds: linkLifeSeconds[kind],
  });
  return row && { token, path: linkPath(kind, token), ...toLink<Kind>(row) };
}

function toLink<Kind extends LinkKind>(row: LinkRow): Link<Kind> {
  const { kind, userId, messageId, issuedAt, expiresAt, isUsed } = row;
  return {
    kind: kind as Kind,
    userId,
    data: linkData[kind].parse(row.data) as LinkData<Kind>,
    messageId,
    issuedAt,
    expiresAt,
    isUsed,
  };
}

/** Mailed links, each of which works once. */
export function linksModule({ database }: { readonly database: Database }): PortalModule {
  return {
    jobs: [
      {
        name: 'links-purge',
        maxAttempts: 3,
        schedule: '7 * * * *',
        run: () => deleteExpiredLinks(database.query),
      },
    ],
  };
}
