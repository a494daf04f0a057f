import { customerOf, type ObjectType, relatedIds } from './object-types.ts';
import type { ObjectRow } from './rows.ts';
import type { StoredObject } from './select.ts';

/** A loaded object of a unit of work. It is changed in place and compared with the stored version on writing. */
export interface Entry {
  type: ObjectType;
  data: object;
  internal: object;
  dueAt: number | null;
  testClock: string | null;
  isDeleted: boolean;
  /** The stored version. Null for a new object. */
  stored: { data: string; internal: string; dueAt: number | null; isDeleted: boolean } | null;
  /**
   * The object's JSON in its last event that recorded its creation, changes or deletion. Empty before the first such
   * event.
   */
  announced: string;
}

/** The version that was read, as events have shown it. */
export function createEntry(row: StoredObject): Entry {
  const dueAt = row.due_at === null ? null : Number(row.due_at);
  let internal: object | undefined;
  return {
    type: row.type as ObjectType,
    data: JSON.parse(row.data),
    // Created on demand: reads hardly ever need it, and an invoice is large.
    get internal() {
      internal ??= JSON.parse(row.internal) as object;
      return internal;
    },
    dueAt,
    testClock: row.test_clock,
    isDeleted: row.deleted,
    stored: { data: row.data, internal: row.internal, dueAt, isDeleted: row.deleted },
    announced: row.data,
  };
}

/** The row to write, or null when nothing changed. The row counts as stored afterwards. `now` in seconds. */
export function changedRow(id: string, entry: Entry, now: number): ObjectRow | null {
  const { stored, dueAt, isDeleted } = entry;
  const data = JSON.stringify(entry.data);
  const internal = JSON.stringify(entry.internal);
  const isAsStored =
    stored !== null &&
    stored.data === data &&
    stored.internal === internal &&
    stored.dueAt === dueAt &&
    stored.isDeleted === isDeleted;
  if (isAsStored) return null;
  entry.stored = { data, internal, dueAt, isDeleted };
  return {
    id,
    type: entry.type,
    created: (entry.data as { created?: number }).created ?? now,
    customer: customerOf(entry.type, entry.data),
    related: relatedIds(entry.type, entry.data),
    test_clock: entry.testClock,
    due_at: dueAt,
    deleted: isDeleted,
    data,
    internal,
  };
}
