/** The columns in which a stored row differs from the expected one. Times are compared as moments. */
export function changedColumns<Column extends string>(
  columns: readonly Column[],
  stored: Readonly<Record<Column, unknown>>,
  facts: Readonly<Record<Column, unknown>>,
): Column[] {
  return columns.filter((column) => !isSame(stored[column], facts[column]));
}

function isSame(one: unknown, other: unknown): boolean {
  return one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;
}
