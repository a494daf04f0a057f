import type { AccountOverview, Locale } from '@portico/contract';
import { describeKind, findUserNames, listLatestEvents } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';

/** What happened last in an account: in whose name, and who really did it where that was somebody else. */
export async function latestActivity(
  on: Queryable,
  accountId: number,
  { limit, locale }: { readonly limit: number; readonly locale: Locale },
): Promise<AccountOverview['activity']> {
  const events = await listLatestEvents(on, accountId, limit);
  const ids = new Set(events.flatMap(({ userId, realUserId }) => [userId ?? [], realUserId ?? []].flat()));
  const names = await findUserNames(on, [...ids]);
  const nameOf = (id: number | null) => (id === null ? null : (names.get(id) ?? null));
  return events.map(({ id, at, kind, userId, realUserId }) => ({
    id,
    at: at.toISOString(),
    text: describeKind(kind, locale),
    user: nameOf(userId),
    by: realUserId === userId ? null : nameOf(realUserId),
  }));
}
