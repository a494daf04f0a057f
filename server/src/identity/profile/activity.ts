import type { ParsedRequestOf, profile, ResponseOf } from '@portico/contract';
import { describeKind, findUserNames, listActivity } from '../../accounts/index.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { Asking } from './profile.context.ts';

/** What happened in the user's name in 90 days, the newest first (PRF-9). */
export async function listOwnActivity(
  { database, session, locale }: Asking,
  page: ParsedRequestOf<typeof profile.listActivity>['query'],
): Promise<ResponseOf<typeof profile.listActivity>> {
  const { id: userId } = session.user;
  const { items, total } = await listActivity(database.query, userId, page);
  const others = items.flatMap(({ realUserId }) => (realUserId === null || realUserId === userId ? [] : realUserId));
  const names = await findUserNames(database.query, [...new Set(others)]);
  return listAnswer(
    items.map(({ id, at, kind, address, realUserId, reason }) => ({
      id,
      at: at.toISOString(),
      kind,
      text: describeKind(kind, locale),
      address,
      by: realUserId === null ? null : (names.get(realUserId) ?? null),
      reason,
    })),
    total,
    page,
  );
}
