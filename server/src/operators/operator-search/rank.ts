import { type SearchHit, searchHitKinds, searchKey } from '@portico/contract';

/** How well a text matches: 3 if equal, 2 if it begins with `wanted`, 1 if one of its words does, 0 otherwise. */
function closeness(wanted: string, text: string): number {
  const plain = searchKey(text);
  if (plain === wanted) return 3;
  if (plain.startsWith(wanted)) return 2;
  return plain.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted)) ? 1 : 0;
}

/** Sorts hits by match, then by kind, then by label (OPR-1). Returns at most `max` of each kind. */
export function rank(text: string, found: readonly SearchHit[], max: number): SearchHit[] {
  const wanted = searchKey(text);
  const ranked = found
    .map((item) => ({ item, closeness: Math.max(closeness(wanted, item.label), closeness(wanted, item.detail ?? '')) }))
    .sort(
      (one, other) =>
        other.closeness - one.closeness ||
        searchHitKinds.indexOf(one.item.kind) - searchHitKinds.indexOf(other.item.kind) ||
        one.item.label.localeCompare(other.item.label) ||
        one.item.id.localeCompare(other.item.id),
    )
    .map(({ item }) => item);
  const taken = new Map<string, number>();
  return ranked.filter(({ kind }) => {
    const count = (taken.get(kind) ?? 0) + 1;
    taken.set(kind, count);
    return count <= max;
  });
}
