import type { AuditEvent, AuditUser, AuditValue, Locale } from '@portico/contract';
import { hasMessage, type MessageKey, translate } from '../../core/messages/index.ts';
import { findAuditGroup } from './audit.groups.ts';
import type { AuditKind } from './audit.service.ts';
import type { EventRow } from './audit-log.queries.ts';

/** Users by id, as the log names them. */
export type NamedUsers = ReadonlyMap<number, Omit<AuditUser, 'id'>>;

type Scalar = Exclude<AuditValue, readonly unknown[]>;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isScalar = (value: unknown): value is Scalar =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

const isValue = (value: unknown): value is AuditValue =>
  isScalar(value) ||
  (Array.isArray(value) && value.every((member) => typeof member === 'string' || typeof member === 'number'));

/** The message of a key that is composed at run time; `name` itself if there is no message. */
function translateOrName(locale: Locale, prefix: string, name: string): string {
  const key = `${prefix}.${name}`;
  return hasMessage(key) ? translate(locale, key) : name;
}

/** The compiler checks that every kind has a message. */
const kindMessageKey = (kind: AuditKind): MessageKey => `activity.${kind}`;

/** Whether a kind has a message. A kind that another version of the portal recorded may have none. */
export const hasKindMessage = (kind: string): boolean => hasMessage(kindMessageKey(kind as AuditKind));

/** The event in the reader's language; the kind itself if it has no message. */
export function describeKind(kind: string, locale: Locale): string {
  const key = kindMessageKey(kind as AuditKind);
  return hasMessage(key) ? translate(locale, key) : kind;
}

/** The ids of all users that an event names. */
export function listEventUsers(row: EventRow): number[] {
  const { userId, changes } = eventDetail(row);
  const owners = isRecord(changes) && Array.isArray(changes.ownerId) ? changes.ownerId : [];
  return [row.user_id, row.real_user_id, userId, ...owners].filter((id) => typeof id === 'number');
}

/** An event as readers of the log see it: the changes, and those details that have a message (AUD-10). */
export function presentEvent(row: EventRow, users: NamedUsers, locale: Locale): AuditEvent {
  const { changes, actingReason, ...detail } = eventDetail(row);
  const { user_id: userId, real_user_id: realUserId } = row;
  return {
    id: row.id,
    at: new Date(row.at).toISOString(),
    kind: row.kind,
    group: findAuditGroup(row.kind),
    text: describeKind(row.kind, locale),
    // An operator who acted as the user is named beside that user, with the reason (AUD-11).
    user: present(userId ?? realUserId, users),
    realUser: userId === null || realUserId === userId ? null : present(realUserId, users),
    actingReason: typeof actingReason === 'string' ? actingReason : null,
    address: row.address,
    requestId: row.request_id,
    changes: presentChanges(changes, users, locale),
    facts: presentFacts(detail, users, locale),
  };
}

function eventDetail({ detail }: EventRow): Readonly<Record<string, unknown>> {
  return isRecord(detail) ? detail : {};
}

/** A deleted user is named by id. */
function present(id: number | null, users: NamedUsers): AuditUser | null {
  if (id === null) return null;
  return { id, ...(users.get(id) ?? { name: `#${id}`, isOperator: false }) };
}

function presentChanges(changes: unknown, users: NamedUsers, locale: Locale): AuditEvent['changes'] {
  if (!isRecord(changes)) return [];
  return Object.entries(changes).flatMap(([field, pair]) => {
    if (!Array.isArray(pair) || pair.length !== 2 || !pair.every(isValue)) return [];
    const [before, after] = pair.map((value) => describeValue(field, value, users, locale)) as [AuditValue, AuditValue];
    return [{ field, label: translateOrName(locale, 'audit.field', field), before, after }];
  });
}

/** Translates coded values, and names the owner. */
function describeValue(field: string, value: AuditValue, users: NamedUsers, locale: Locale): AuditValue {
  if (field === 'ownerId' && typeof value === 'number') return users.get(value)?.name ?? `#${value}`;
  const key = `audit.value.${field}.${String(value)}`;
  return hasMessage(key) ? translate(locale, key) : value;
}

function presentFacts(
  detail: Readonly<Record<string, unknown>>,
  users: NamedUsers,
  locale: Locale,
): AuditEvent['facts'] {
  return Object.entries(detail).flatMap(([name, value]) => {
    const key = `audit.fact.${name}`;
    if (!isScalar(value) || value === null || !hasMessage(key)) return [];
    const text = name === 'userId' && typeof value === 'number' ? (users.get(value)?.name ?? `#${value}`) : null;
    return [{ name, label: translate(locale, key as MessageKey), value, text }];
  });
}
