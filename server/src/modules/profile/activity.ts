import type { Locale, ParsedRequestOf, profile, ResponseOf } from '@portico/contract';
import { listAnswer } from '../../http/list-answer.ts';
import { hasMessage, type MessageKey, translate } from '../../messages/index.ts';
import { type AuditKind, listActivity } from '../audit/index.ts';
import { findUserNames } from '../users/index.ts';
import type { Asking } from './profile.context.ts';

/** The words of each kind. That all of them have words is checked by the compiler. */
const keyOf = (kind: AuditKind): MessageKey => `activity.${kind}`;

/** What happened, in the reader's language. A kind of another version of the portal is named as it is. */
export function describeActivity(kind: string, locale: Locale): string {
  const key = keyOf(kind as AuditKind);
  return hasMessage(key) ? translate(locale, key) : kind;
}

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
    items.map(({ id, at, kind, address, realUserId }) => ({
      id,
      at: at.toISOString(),
      kind,
      text: describeActivity(kind, locale),
      address,
      by: realUserId === null ? null : (names.get(realUserId) ?? null),
    })),
    total,
    page,
  );
}
