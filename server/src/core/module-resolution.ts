import { registerHooks } from 'node:module';

/**
 * Packages whose package.json lists each of their files, 180 kB in all. Node (as of 24) parses that list again for
 * every importing file in such a package, which cost a start two seconds and 100 MB.
 */
const listingPackages = /\/node_modules\/(?:drizzle-orm|date-fns)\//;
const listingNames = /^(?:drizzle-orm|date-fns)(?:\/|$)/;

/** Zod's index imports its messages in 60 languages. The portal has its own (`core/http/validation.ts`). */
const zodPackage = /\/node_modules\/zod\//;
const zodLocales = '../locales/index.js';

/** Resolves imports within those packages, and names that were resolved before, without reading package.json again. It leaves `z.locales` empty. */
export function installModuleResolution(): void {
  const known = new Map<string, string>();
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const { parentURL, conditions } = context;
      if (!conditions.includes('import')) return nextResolve(specifier, context);
      if (specifier === zodLocales && parentURL && zodPackage.test(parentURL)) {
        return { url: 'data:text/javascript,', format: 'module', shortCircuit: true };
      }
      if (specifier.startsWith('.') && parentURL && listingPackages.test(parentURL)) {
        return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
      }
      if (!listingNames.test(specifier)) return nextResolve(specifier, context);
      const url = known.get(specifier);
      if (url) return { url, format: 'module', shortCircuit: true };
      const resolved = nextResolve(specifier, context);
      if (resolved.format === 'module') known.set(specifier, resolved.url);
      return resolved;
    },
  });
}
