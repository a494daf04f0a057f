export interface ModuleContext {
  getModuleInfo(
    id: string,
  ): { importers: readonly string[]; importedIds: readonly string[]; code: string | null } | null;
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
  let isNeededEarly = false;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const entry = findEntry(next);
    if (entry) entries.add(entry);
    isNeededEarly ||= isLatePage(next);
    waiting.push(...(context.getModuleInfo(next)?.importers ?? []));
  }
  // A component that only the sign-in page needs now may be needed by a lazy page later, which must not load the
  // sign-in page's own chunk, because that would start it.
  const isPart = !/\/web\/src\/(?!ui\/|lib\/)[\w-]+\//.test(id);
  if (entries.size === 2 || (isPart && entries.has('sign-in'))) return 'base';
  if (!entries.has('app')) return [...entries][0] ?? null;
  if (isPart && isNeededEarly) return 'base';
  // The setup of a second factor needs components of the application without starting it.
  return findEntry(id) ?? 'app-parts';
}

/** Whether a page that is shown before sign-in needs the module. */
function isNeededBeforeSignIn(id: string, context: ModuleContext): boolean {
  const seen = new Set<string>();
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (isLatePage(next) || findEntry(next) === 'sign-in') return true;
    waiting.push(...(context.getModuleInfo(next)?.importers ?? []));
  }
  return false;
}

/**
 * Whether a lazy module and its imports, except those that every page loads, have at most `bytes` of source. Such
 * modules share chunks, because a request costs more. Pages before sign-in must not load such chunks.
 */
function isSmall(id: string, context: ModuleContext, bytes: number): boolean {
  const seen = new Set<string>();
  const waiting = [id];
  let size = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (entryChunk(next, context) !== null) continue;
    if (isNeededBeforeSignIn(next, context)) return false;
    const info = context.getModuleInfo(next);
    size += info?.code?.length ?? 0;
    if (size > bytes) return false;
    waiting.push(...(info?.importedIds ?? []));
  }
  return true;
}

/** `parts` for small generic components and functions, and for icons; null for others. */
export function partsChunk(id: string, context: ModuleContext): string | null {
  return /lucide-react|\/web\/src\/(?:ui|lib)\//.test(id) && isSmall(id, context, 12_000) ? 'parts' : null;
}

/** The chunk of a domain's small modules; null for others. */
export function domainChunk(id: string, context: ModuleContext): string | null {
  const [, domain] = /\/web\/src\/(?!ui\/|lib\/|app\/|locales\/)(\w+)\//.exec(id) ?? [];
  return domain && isSmall(id, context, 16_000) ? `${domain}-parts` : null;
}
