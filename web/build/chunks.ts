interface ModuleContext {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

const entryOf = (id: string): 'sign-in' | 'app' | null => {
  if (/\/src\/app\/sign-in-main\.tsx$/.test(id)) return 'sign-in';
  return /\/src\/app\/main\.tsx$/.test(id) ? 'app' : null;
};

/**
 * Names the chunk of a module that an entry imports without `import()`: `base` for what both entries need and every part that the sign-in page
 * needs, else the entry's own. Null for what is loaded
 * lazily. So the sign-in page is two scripts and its catalog instead of a request for every shared icon.
 */
export function entryChunk(id: string, context: ModuleContext): string | null {
  const entries = new Set<string>();
  const seen = new Set<string>();
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const entry = entryOf(next);
    if (entry) entries.add(entry);
    waiting.push(...(context.getModuleInfo(next)?.importers ?? []));
  }
  // A part that so far only the sign-in page needs at once may be wanted by a lazy page too, which must not load the sign-in page's own chunk: that would run it.
  const isPart = !/\/src\/(?:app|features)\//.test(id);
  if (entries.size === 2 || (entries.has('sign-in') && isPart)) return 'base';
  return [...entries][0] ?? null;
}
