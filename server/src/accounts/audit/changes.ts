/** A value as the audit log keeps it. A list has no more than the ids or names that a change concerns. */
export type ChangedValue = string | number | boolean | null | readonly (string | number)[];

/** What changed, by field: the value before and the value after. */
export type Changes = { readonly [field: string]: readonly [before: ChangedValue, after: ChangedValue] };

/** Characters of a text that the log keeps: it shows what was changed, and is no copy of it. */
const maxTextLength = 200;

/** Values that `changesBetween` can keep. */
type Comparable = ChangedValue | Date | undefined;

/** Fields of a record that can be compared. */
type ComparableField<Row> = { [Field in keyof Row & string]: Row[Field] extends Comparable ? Field : never }[keyof Row &
  string];

/** Names of fields whose values are secrets, or hashes of them. */
const secretNames = /password|secret|token|hash|recoveryCode|seed|cardNumber/i;

/**
 * What a change made of the named fields, for `detail.changes` of an audit event (AUD-6). A field that `after` does not name has not changed. Times
 * are shorten as ISO 8601 in UTC, lists in order (so that the same ones in another order are no change), and long texts by their beginning.
 * @param fields never a secret's: the log has none
 * @throws TypeError for a field that is named like a secret
 */
export function changesBetween<Row extends object>(
  before: Row,
  after: Partial<Row>,
  fields: readonly ComparableField<Row>[],
): Changes {
  const changes: Record<string, readonly [ChangedValue, ChangedValue]> = {};
  for (const field of fields) {
    if (secretNames.test(field)) throw new TypeError(`the audit log keeps no ${field}`);
    if (after[field] === undefined) continue;
    const [old, now] = [comparable(before[field] as Comparable), comparable(after[field] as Comparable)];
    if (JSON.stringify(old) !== JSON.stringify(now)) changes[field] = [shorten(old), shorten(now)];
  }
  return changes;
}

function comparable(value: Comparable): ChangedValue {
  if (value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value === null) return value;
  return [...value].sort((one, other) =>
    typeof one === 'number' && typeof other === 'number' ? one - other : String(one) < String(other) ? -1 : 1,
  );
}

function shorten(value: ChangedValue): ChangedValue {
  if (typeof value !== 'string' || value.length <= maxTextLength) return value;
  return `${value.slice(0, maxTextLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
