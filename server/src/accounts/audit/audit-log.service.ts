import { type audit as endpoints, maxListedEvents, type ParsedRequestOf, type ResponseOf } from '@portico/contract';
import type { Database, Queryable } from '../../core/db/database.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { translate } from '../../core/messages/index.ts';
import { listGroups, selectedKinds } from './audit.groups.ts';
import {
  describeKind,
  hasKindMessage,
  listEventUsers,
  type NamedUsers,
  presentEvent,
} from './audit-log.presentation.ts';
import { countEvents, type EventRow, type EventSelection, listEvents } from './audit-log.queries.ts';

export interface AuditLogContext {
  readonly database: Database;
  /** Days for which events are kept. */
  readonly auditRetentionDays: number;
  /** Users by id, also of other accounts: the log also names the vendor's staff. */
  readonly findNamedUsers: (on: Queryable, ids: readonly number[]) => Promise<NamedUsers>;
}

export type CallContext = AuditLogContext & RequestContext;

type Query = ParsedRequestOf<typeof endpoints.list>['query'];
export type LogFilter = Omit<Query, 'page' | 'pageSize'>;

/** The events that a filter selects from the account's log (AUD-8). */
export function createSelection(
  { accountId }: CallContext,
  { userId, from, to, ...filter }: LogFilter,
): EventSelection {
  return { accountId, userId, from, to, kinds: selectedKinds(filter) };
}

/** A page of the account's log, newest first. At most 10,000 events of a selection are counted and listed (AUD-9). */
export async function listLog(context: CallContext, query: Query): Promise<ResponseOf<typeof endpoints.list>> {
  const { database, locale } = context;
  const { page, pageSize, ...filter } = query;
  const selection = createSelection(context, filter);
  // Events that may still be listed; the last page may be shorter.
  const left = maxListedEvents - (page - 1) * pageSize;
  const [found, counted] = await Promise.all([
    left > 0 ? listEvents(database.query, selection, { page, pageSize }) : [],
    countEvents(database.query, selection, maxListedEvents),
  ]);
  const rows = found.slice(0, Math.max(0, left));
  const users = await findEventUsers(context, rows);
  const items = rows.map((row) => presentEvent(row, users, locale));
  const total = Math.min(counted, maxListedEvents);
  return { ...listAnswer(items, total, query), isTotalLimited: counted > maxListedEvents };
}

/** The users that events name. */
export function findEventUsers(
  { database, findNamedUsers }: CallContext,
  rows: readonly EventRow[],
): Promise<NamedUsers> {
  return findNamedUsers(database.query, [...new Set(rows.flatMap(listEventUsers))]);
}

/** The kinds of events by group, in the reader's language. */
export async function listKinds({
  locale,
  auditRetentionDays,
}: CallContext): Promise<ResponseOf<typeof endpoints.listKinds>> {
  const groups = listGroups().map(({ group, kinds }) => ({
    group,
    text: translate(locale, `audit.group.${group}`),
    kinds: kinds.filter(hasKindMessage).map((kind) => ({ kind, text: describeKind(kind, locale) })),
  }));
  return { groups: groups.filter(({ kinds }) => kinds.length > 0), retentionDays: auditRetentionDays };
}
