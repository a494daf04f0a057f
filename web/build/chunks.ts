interface ModuleContext {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

const entryOf = (id: string): 'sign-in' | 'app' | null => {
  if (/\/src\/app\/sign-in-main\.tsx$/.test(id)) return 'sign-in';
  return /\/src\/app\/main\.tsx$/.test(id) ? 'app' : null;
};

/**
 * Names the chunk of a module that an entry imports without `import()`: `base` for what both entries need, else the entry's own. Null for what is loaded
 * lazily. So the sign-in page is two scripts and its catalogue instead of a request for every shared icon.
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
  if (entries.size === 2) return 'base';
  return [...entries][0] ?? null;
}
