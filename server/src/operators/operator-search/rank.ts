import { type SearchHit, searchHitKinds } from '@portico/contract';

/** How closely a text is what is looked for: 3 the same, 2 begins so, 1 a word begins so, 0 has it within or not at all. */
function closeness(wanted: string, text: string): number {
  const plain = text.toLowerCase();
  if (plain === wanted) return 3;
  if (plain.startsWith(wanted)) return 2;
  return plain.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted)) ? 1 : 0;
}

/** What was found, the closest first; of equally close ones by kind, then by label (OPR-1). At most `most` of each kind. */
export function rank(text: string, found: readonly SearchHit[], most: number): SearchHit[] {
  const wanted = text.toLowerCase();
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
    return count <= most;
  });
}
