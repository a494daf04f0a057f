interface ModuleContext {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

const entryOf = (id: string): 'sign-in' | 'app' | null => {
  if (/\/src\/app\/sign-in-main\.tsx$/.test(id)) return 'sign-in';
  return /\/src\/app\/main\.tsx$/.test(id) ? 'app' : null;
};

/** Pages that the sign-in page's bundle loads late, and that are to come as fast. */
const isLatePage = (id: string) =>
  /\/web\/src\/(?:identity\/session|onboarding\/pages\/sign-up)\/.+-page\.tsx$/.test(id);

/**
 * Names the chunk of a module that an entry imports without `import()`: `base` for what both entries need, every part that the sign-in page
 * needs, and every part of the application that a late page on the way in needs too; else the entry's own. Null for what is loaded
 * lazily. So the sign-in page is two scripts and its catalog instead of a request for every shared icon.
 */
export function entryChunk(id: string, context: ModuleContext): string | null {
  const entries = new Set<string>();
  const seen = new Set<string>();
  const waiting = [id];
  let isOnTheWayIn = false;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const entry = entryOf(next);
    if (entry) entries.add(entry);
    isOnTheWayIn ||= isLatePage(next);
    waiting.push(...(context.getModuleInfo(next)?.importers ?? []));
  }
  // A part that so far only the sign-in page needs at once may be wanted by a lazy page too, which must not load the sign-in page's own chunk: that would run it.
  const isPart = !/\/web\/src\/(?!ui\/|lib\/)[\w-]+\//.test(id);
  if (entries.size === 2 || (isPart && entries.has('sign-in'))) return 'base';
  if (!entries.has('app')) return [...entries][0] ?? null;
  if (isPart && isOnTheWayIn) return 'base';
  // What sets a second factor up on the way in needs parts of the application without running it.
  return entryOf(id) ?? 'app-parts';
}
