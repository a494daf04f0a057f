import type { LinkKind } from '@portico/contract';
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { oneTimeLinks } from '../../db/schema/links.gen.ts';

export interface NewLinkRow {
  readonly tokenHash: Buffer;
  readonly kind: LinkKind;
  readonly userId: number;
  readonly data: object;
  readonly lifeSeconds: number;
}

export type LinkRow = NonNullable<Awaited<ReturnType<typeof findLiveLink>>>;

const found = {
  kind: oneTimeLinks.kind,
  userId: oneTimeLinks.userId,
  data: oneTimeLinks.data,
  messageId: oneTimeLinks.messageId,
  issuedAt: oneTimeLinks.createdAt,
  expiresAt: oneTimeLinks.expiresAt,
};

const isLive = and(isNull(oneTimeLinks.usedAt), gt(oneTimeLinks.expiresAt, sql`now()`));

/**
 * Stores a link. Of the kinds that a user has one of, it takes the place of the former one, whatever happens at the same time: an index allows one.
 * @returns when it ends, and the message of the former one.
 */
export async function insertLink(
  transaction: Queryable,
  { tokenHash, kind, userId, data, lifeSeconds }: NewLinkRow,
): Promise<{ expiresAt: Date; replacedMessageId: number | null }> {
  const { rows } = await transaction.execute<{ expires_at: Date | string; replaced: number | null }>(sql`
    with former as (
      select message_id from one_time_links
      where user_id = ${userId} and kind = ${kind} and used_at is null and kind in ('resetPassword', 'invitation', 'confirmEmail')
    ), issued as (
      insert into one_time_links (token_hash, kind, user_id, data, expires_at)
      values (${tokenHash}, ${kind}, ${userId}, ${JSON.stringify(data)}, now() + make_interval(secs => ${lifeSeconds}))
      on conflict (user_id, kind) where used_at is null and kind in ('resetPassword', 'invitation', 'confirmEmail') do update
        set token_hash = excluded.token_hash, data = excluded.data, expires_at = excluded.expires_at, message_id = null, created_at = now()
      returning expires_at
    )
    select issued.expires_at, former.message_id as replaced from issued left join former on true`);
  const [row] = rows;
  if (!row) throw new Error('the link was not stored');
  return { expiresAt: new Date(row.expires_at), replacedMessageId: row.replaced };
}

export async function updateMessage(transaction: Queryable, tokenHash: Buffer, messageId: number): Promise<void> {
  await transaction.update(oneTimeLinks).set({ messageId }).where(eq(oneTimeLinks.tokenHash, tokenHash));
}

/** Marks a live link of one of `kinds` as used, for one of any number of callers at once. */
export async function takeLink(transaction: Queryable, tokenHash: Buffer, kinds: readonly LinkKind[]) {
  const [row] = await transaction
    .update(oneTimeLinks)
    .set({ usedAt: sql`now()` })
    .where(and(eq(oneTimeLinks.tokenHash, tokenHash), inArray(oneTimeLinks.kind, [...kinds]), isLive))
    .returning(found);
  return row;
}

export async function findLiveLink(on: Queryable, tokenHash: Buffer) {
  const [row] = await on
    .select(found)
    .from(oneTimeLinks)
    .where(and(eq(oneTimeLinks.tokenHash, tokenHash), isLive));
  return row;
}

/** The live link of a user's one kind. */
export async function findLiveLinkOf(on: Queryable, userId: number, kind: LinkKind) {
  const [row] = await on
    .select(found)
    .from(oneTimeLinks)
    .where(and(eq(oneTimeLinks.userId, userId), eq(oneTimeLinks.kind, kind), isLive))
    .limit(1);
  return row;
}

/** Gives a live link another token and a new end. Undefined where there is none any more. */
export async function replaceToken(
  transaction: Queryable,
  { userId, kind, tokenHash, lifeSeconds }: Omit<NewLinkRow, 'data'>,
) {
  const [row] = await transaction
    .update(oneTimeLinks)
    .set({ tokenHash, expiresAt: sql`now() + make_interval(secs => ${lifeSeconds})` })
    .where(and(eq(oneTimeLinks.userId, userId), eq(oneTimeLinks.kind, kind), isLive))
    .returning(found);
  return row;
}

/** Ends a user's unused links of `kinds`, or those of them that were issued later than `after`. @returns the ids of the messages that carry them. */
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

/** Deletes links whose time is over, at most 5,000 at once. */
export async function deleteExpiredLinks(on: Queryable): Promise<void> {
  await on.execute(sql`
    delete from one_time_links where token_hash = any(array(
      select token_hash from one_time_links where expires_at <= now() order by expires_at limit 5000 for update skip locked))`);
}

/** Those of `names` that are former addresses of users other than `except`, who can take them back. In lower case. */
export async function findHeldAddresses(
  on: Queryable,
  names: readonly string[],
  except: number | null,
): Promise<ReadonlySet<string>> {
  const lower = names.map((name) => name.toLowerCase());
  const { rows } = await on.execute<{ email: string }>(sql`
    select lower(data ->> 'email') as email from one_time_links
    where kind = 'undoEmail' and used_at is null and expires_at > now()
      and lower(data ->> 'email') = any(${sql.param(lower)}::text[]) and user_id is distinct from ${except}`);
  return new Set(rows.map(({ email }) => email));
}
