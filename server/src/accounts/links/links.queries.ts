import type { LinkKind } from '@portico/contract';
import { and, count, desc, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { expiryOf, retention } from '../../core/db/retention.ts';
import { oneTimeLinks } from '../../core/db/schema/links.gen.ts';

export interface NewLinkRow {
  readonly tokenHash: Buffer;
  /** Of the code in the mail (LINK-12). */
  readonly codeHash: Buffer;
  readonly kind: LinkKind;
  readonly userId: number;
  readonly data: object;
  readonly lifeSeconds: number;
}

export type LinkRow = NonNullable<Awaited<ReturnType<typeof findLiveLink>>>;

const linkColumns = {
  kind: oneTimeLinks.kind,
  userId: oneTimeLinks.userId,
  data: oneTimeLinks.data,
  messageId: oneTimeLinks.messageId,
  issuedAt: oneTimeLinks.createdAt,
  expiresAt: oneTimeLinks.expiresAt,
  isUsed: isNotNull(oneTimeLinks.usedAt).mapWith(Boolean),
};

const isUnexpired = gt(oneTimeLinks.expiresAt, sql`now()`);
const isLive = and(isNull(oneTimeLinks.usedAt), isUnexpired);

/**
 * Stores a link (LINK-5). Of some kinds, a user has only one link: the new one replaces the former, which an index
 * guarantees under concurrency.
 * @returns when the link expires, and the message of the former link
 */
export async function insertLink(
  transaction: Queryable,
  { tokenHash, codeHash, kind, userId, data, lifeSeconds }: NewLinkRow,
): Promise<{ expiresAt: Date; replacedMessageId: number | null }> {
  const { rows } = await transaction.execute<{ expires_at: Date | string; replaced: number | null }>(sql`
    with former as (
      select message_id from one_time_links
      where user_id = ${userId} and kind = ${kind} and used_at is null and kind in ('resetPassword', 'invitation', 'confirmEmail')
    ), issued as (
      insert into one_time_links (token_hash, code_hash, kind, user_id, data, expires_at)
      values (${tokenHash}, ${codeHash}, ${kind}, ${userId}, ${JSON.stringify(data)}, now() + make_interval(secs => ${lifeSeconds}))
      on conflict (user_id, kind) where used_at is null and kind in ('resetPassword', 'invitation', 'confirmEmail') do update
        set token_hash = excluded.token_hash, code_hash = excluded.code_hash, data = excluded.data, expires_at = excluded.expires_at, message_id = null, created_at = now()
      returning expires_at
    )
    select issued.expires_at, former.message_id as replaced from issued left join former on true`);
  const [row] = rows;
  if (!row) throw new Error('the link was not stored');
  return { expiresAt: new Date(row.expires_at), replacedMessageId: row.replaced };
}

/** A link with its message. The hashes are hexadecimal. */
interface StoredLink {
  readonly tokenHash: string;
  readonly codeHash: string;
  readonly userId: number;
  readonly messageId: number;
  readonly data: object;
  readonly expiresAt: Date;
}

export async function insertLinks(transaction: Queryable, kind: LinkKind, links: readonly StoredLink[]): Promise<void> {
  await transaction.execute(sql`
    insert into one_time_links (token_hash, code_hash, kind, user_id, data, message_id, expires_at)
    select decode("tokenHash", 'hex'), decode("codeHash", 'hex'), ${kind}, "userId", data, "messageId", "expiresAt"
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as link
      ("tokenHash" text, "codeHash" text, "userId" bigint, data jsonb, "messageId" bigint, "expiresAt" timestamptz)`);
}

export async function updateLinkMessage(transaction: Queryable, tokenHash: Buffer, messageId: number): Promise<void> {
  await transaction.update(oneTimeLinks).set({ messageId }).where(eq(oneTimeLinks.tokenHash, tokenHash));
}

/** Marks a live link of one of `kinds` as used, for only one of several concurrent callers (LINK-1). */
export async function consumeLink(transaction: Queryable, tokenHash: Buffer, kinds: readonly LinkKind[]) {
  const [row] = await transaction
    .update(oneTimeLinks)
    .set({ usedAt: sql`now()` })
    .where(and(eq(oneTimeLinks.tokenHash, tokenHash), inArray(oneTimeLinks.kind, [...kinds]), isLive))
    .returning(linkColumns);
  return row;
}

/** Marks a user's unused links of a kind as used. @returns the ids of the messages that carry them */
export async function consumeUserLinks(transaction: Queryable, userId: number, kind: LinkKind): Promise<number[]> {
  const rows = await transaction
    .update(oneTimeLinks)
    .set({ usedAt: sql`now()` })
    .where(and(eq(oneTimeLinks.userId, userId), eq(oneTimeLinks.kind, kind), isNull(oneTimeLinks.usedAt)))
    .returning({ messageId: oneTimeLinks.messageId });
  return rows.flatMap(({ messageId }) => messageId ?? []);
}

export async function findUnexpiredLink(on: Queryable, tokenHash: Buffer) {
  const [row] = await on
    .select(linkColumns)
    .from(oneTimeLinks)
    .where(and(eq(oneTimeLinks.tokenHash, tokenHash), isUnexpired));
  return row;
}

export async function findLiveLink(on: Queryable, tokenHash: Buffer) {
  const row = await findUnexpiredLink(on, tokenHash);
  return row?.isUsed ? undefined : row;
}

/** A user's live link of a kind of which they have only one. */
export async function findLiveUserLink(on: Queryable, userId: number, kind: LinkKind) {
  const [row] = await on
    .select(linkColumns)
    .from(oneTimeLinks)
    .where(and(eq(oneTimeLinks.userId, userId), eq(oneTimeLinks.kind, kind), isLive))
    .limit(1);
  return row;
}

/** Gives a live link another token and a new expiry. Undefined if there is no live link. */
export async function replaceToken(
  transaction: Queryable,
  { userId, kind, tokenHash, codeHash, lifeSeconds }: Omit<NewLinkRow, 'data'>,
) {
  const [row] = await transaction
    .update(oneTimeLinks)
    .set({ tokenHash, codeHash, expiresAt: sql`now() + make_interval(secs => ${lifeSeconds})` })
    .where(and(eq(oneTimeLinks.userId, userId), eq(oneTimeLinks.kind, kind), isLive))
    .returning(linkColumns);
  return row;
}

/** Maximum number of an address's newest live links that are compared with a code. */
const maxWithCode = 20;

/** The live links of `kinds` that were mailed to an address, with the hashes of their codes. @param userId the user of the address, if any */
export async function listLinksWithCode(
  on: Queryable,
  {
    userId,
    email,
    kinds,
  }: { readonly userId: number | null; readonly email: string; readonly kinds: readonly LinkKind[] },
): Promise<{ tokenHash: Buffer; codeHash: Buffer }[]> {
  const addressOfData = sql`${oneTimeLinks.data} ->> 'email'`;
  const rows = await on
    .select({ tokenHash: oneTimeLinks.tokenHash, codeHash: oneTimeLinks.codeHash })
    .from(oneTimeLinks)
    .where(
      and(
        or(
          and(sql`${addressOfData} is not null`, sql`comparison_key(${addressOfData}) = comparison_key(${email})`),
          and(sql`${addressOfData} is null`, sql`${oneTimeLinks.userId} = ${userId}`),
        ),
        inArray(oneTimeLinks.kind, [...kinds]),
        isLive,
      ),
    )
    .orderBy(desc(oneTimeLinks.createdAt))
    .limit(maxWithCode);
  return rows.flatMap(({ tokenHash, codeHash }) => (codeHash ? [{ tokenHash, codeHash }] : []));
}

/** Gives a live link another token. Its code stays. @returns false if it is no longer live */
export async function updateToken(on: Queryable, tokenHash: Buffer, next: Buffer): Promise<boolean> {
  const { rowCount } = await on
    .update(oneTimeLinks)
    .set({ tokenHash: next })
    .where(and(eq(oneTimeLinks.tokenHash, tokenHash), isLive));
  return rowCount === 1;
}

/** Deletes a user's unused links of `kinds`, or only those issued later than `after`. @returns the ids of the messages that carry them */
export async function deleteUnusedLinks(
  transaction: Queryable,
  userId: number,
  kinds: readonly LinkKind[],
  after?: Date,
): Promise<number[]> {
  const rows = await transaction
    .delete(oneTimeLinks)
    .where(
      and(
        eq(oneTimeLinks.userId, userId),
        inArray(oneTimeLinks.kind, [...kinds]),
        isNull(oneTimeLinks.usedAt),
        after && gt(oneTimeLinks.createdAt, after),
      ),
    )
    .returning({ messageId: oneTimeLinks.messageId });
  return rows.flatMap(({ messageId }) => messageId ?? []);
}

/** Deletes all unused links of these users. */
export async function deleteLinksOfUsers(transaction: Queryable, userIds: readonly number[]): Promise<void> {
  await transaction
    .delete(oneTimeLinks)
    .where(and(inArray(oneTimeLinks.userId, [...userIds]), isNull(oneTimeLinks.usedAt)));
}

/** Deletes at most 5,000 expired links. Expired invitations stay listed for a while, so that they can be sent again (LINK-8). */
export async function deleteExpiredLinks(on: Queryable): Promise<void> {
  await on.execute(sql`
    delete from one_time_links where token_hash = any(array(
      select token_hash from one_time_links
      where expires_at <= now()
        and (kind <> 'invitation' or used_at is not null or expires_at <= ${expiryOf(retention.expiredInvitation)})
      order by expires_at limit 5000 for update skip locked))`);
}

/** Those of `names` that are former addresses which users other than `except` can take back. */
export async function findReservedAddresses(
  on: Queryable,
  names: readonly string[],
  except: number | null,
): Promise<ReadonlySet<string>> {
  const { rows } = await on.execute<{ name: string }>(sql`
    select name from unnest(${sql.param(names)}::text[]) as name
    join one_time_links on held_address_key = comparison_key(name)
    where used_at is null and expires_at > now() and user_id is distinct from ${except}`);
  return new Set(rows.map(({ name }) => name));
}

const accountOfInvitation = sql`(${oneTimeLinks.data} ->> 'accountId')::bigint`;
const isUnansweredInvitation = and(eq(oneTimeLinks.kind, 'invitation'), isNull(oneTimeLinks.usedAt));

const invitationColumns = {
  userId: oneTimeLinks.userId,
  data: oneTimeLinks.data,
  sentAt: oneTimeLinks.createdAt,
  expiresAt: oneTimeLinks.expiresAt,
  isExpired: sql<boolean>`${oneTimeLinks.expiresAt} <= now()`,
};

/** A page of an account's unused invitations, newest first, including expired ones. */
export async function listInvitations(
  on: Queryable,
  accountId: number,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
) {
  const where = and(sql`${accountOfInvitation} = ${accountId}`, isUnansweredInvitation);
  const [items, [counted]] = await Promise.all([
    on
      .select(invitationColumns)
      .from(oneTimeLinks)
      .where(where)
      .orderBy(desc(oneTimeLinks.createdAt), desc(oneTimeLinks.userId))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    on.select({ total: count() }).from(oneTimeLinks).where(where),
  ]);
  return { items, total: counted?.total ?? 0 };
}

/** A user's unused invitation, even if expired. */
export async function findInvitation(on: Queryable, accountId: number, userId: number) {
  const [found] = await on
    .select(invitationColumns)
    .from(oneTimeLinks)
    .where(and(eq(oneTimeLinks.userId, userId), isUnansweredInvitation, sql`${accountOfInvitation} = ${accountId}`))
    .limit(1);
  return found;
}

/** The given users who have a valid invitation (LINK-10). */
export async function findInvitedUsers(on: Queryable, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set();
  const rows = await on
    .select({ userId: oneTimeLinks.userId })
    .from(oneTimeLinks)
    .where(and(inArray(oneTimeLinks.userId, [...userIds]), eq(oneTimeLinks.kind, 'invitation'), isLive));
  return new Set(rows.map(({ userId }) => userId));
}

/** Deletes a user's invitation. @returns its message; null if unknown; undefined if there is no invitation */
export async function deleteInvitation(
  transaction: Queryable,
  accountId: number,
  userId: number,
): Promise<number | null | undefined> {
  const [row] = await transaction
    .delete(oneTimeLinks)
    .where(and(eq(oneTimeLinks.userId, userId), isUnansweredInvitation, sql`${accountOfInvitation} = ${accountId}`))
    .returning({ messageId: oneTimeLinks.messageId });
  return row?.messageId;
}
