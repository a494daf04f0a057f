/**
 * Whether a sent invoice is due in the future, so that it is neither unpaid nor late (ATT-7).
 * @param now milliseconds since 1970
 */
export function isDueLater({ dueDate }: { readonly dueDate: string | null }, now = Date.now()): boolean {
  return dueDate !== null && new Date(dueDate).getTime() > now;
}
