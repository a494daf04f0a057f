/** A value in the audit log. A list has only the ids or names that a change concerns. */
export type ChangedValue = string | number | boolean | null | readonly (string | number)[];

/** The value before and after, by field. */
export type Changes = { readonly [field: string]: readonly [before: ChangedValue, after: ChangedValue] };

/** Maximum stored characters of a text: enough to identify the change, not a copy. */
const maxTextLength = 200;

/** Values that `changesBetween` accepts. */
type Comparable = ChangedValue | Date | undefined;

/** Fields of a record that can be compared. */
type ComparableField<Row> = { [Field in keyof Row & string]: Row[Field] extends Comparable ? Field : never }[keyof Row &
  string];

/** Names of fields that hold secrets or their hashes. */
const secretNames = /password|secret|token|hash|recoveryCode|seed|cardNumber/i;

/**
 * Compares the named fields, for `detail.changes` of an audit event (AUD-6). Fields missing from `after` are unchanged. Times become ISO 8601 in UTC,
 * lists are sorted, and long texts are shortened. @throws TypeError for a field named like a secret
 */
export function changesBetween<Row extends object>(
  before: Row,
  after: Partial<Row>,
  fields: readonly ComparableField<Row>[],
): Changes {
  const changes: Record<string, readonly [ChangedValue, ChangedValue]> = {};
  for (const field of fields) {
    if (secretNames.test(field)) throw new TypeError(`the audit log does not store ${field}`);
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
