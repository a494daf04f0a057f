interface ModuleContext {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

const findEntry = (id: string): 'sign-in' | 'app' | null => {
  if (/\/src\/app\/sign-in-main\.tsx$/.test(id)) return 'sign-in';
  return /\/src\/app\/main\.tsx$/.test(id) ? 'app' : null;
};

/** Pages that the sign-in page's bundle loads lazily, and that must be as fast. */
const isLatePage = (id: string) =>
  /\/web\/src\/(?:identity\/session|onboarding\/pages\/sign-up)\/.+-page\.tsx$/.test(id);

/**
 * Names the chunk of a statically imported module; null for lazy modules. `base` has the modules of both entries, the
 * sign-in page's components, and components that it shares with lazy pages. The sign-in page is thus two scripts and a
 * catalog.
 */
export function entryChunk(id: string, context: ModuleContext): string | null {
  const entries = new Set<string>();
  const seen = new Set<string>();
  const waiting = [id];
  let isOnTheWayIn = false;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const entry = findEntry(next);
    if (entry) entries.add(entry);
    isOnTheWayIn ||= isLatePage(next);
    waiting.push(...(context.getModuleInfo(next)?.importers ?? []));
  }
  // A component that only the sign-in page needs now may be needed by a lazy page later, which must not load the
  // sign-in page's own chunk, because that would start it.
  const isPart = !/\/web\/src\/(?!ui\/|lib\/)[\w-]+\//.test(id);
  if (entries.size === 2 || (isPart && entries.has('sign-in'))) return 'base';
  if (!entries.has('app')) return [...entries][0] ?? null;
  if (isPart && isOnTheWayIn) return 'base';
  // The setup of a second factor needs components of the application without starting it.
  return findEntry(id) ?? 'app-parts';
}
