/** Identifies the choices that a form of checkboxes was made from, in any order (FNV-1a of 64 bits). */
export function idsRevision(ids: readonly string[]): string {
  let hash = 0xcbf29ce484222325n;
  for (const character of [...ids].sort().join('\n'))
    hash = BigInt.asUintN(64, (hash ^ BigInt(character.codePointAt(0) as number)) * 0x100000001b3n);
  return hash.toString(36);
}
