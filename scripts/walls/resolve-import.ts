import { posix } from 'node:path';
import type { Import } from './read-source.ts';

/** An import with its target file, or its package. */
export interface Resolved extends Import {
  /** Relative to the root of the checkout, such as server/src/app.ts; undefined for an external package. */
  readonly file: string | undefined;
  /** Name of an external package, without a path inside it. */
  readonly package: string | undefined;
}

/** The entry files by the names under which workspaces are imported. */
export const workspaces: Readonly<Record<string, string>> = {
  '@portico/contract': 'contract/src/index.ts',
  '@portico/postgres': 'postgres/src/index.ts',
  '@portico/license-client': 'license-client/src/index.ts',
  '@portico/license-client/node': 'license-client/src/node.ts',
  '@portico/examples/product': 'examples/product/server.ts',
  '@portico/contract/browser': 'contract/src/browser.ts',
  '@portico/contract/dues': 'contract/src/billing/dues.ts',
  '@portico/contract/postal-codes': 'contract/src/api/postal-codes.ts',
  '@portico/contract/sign-up': 'contract/src/onboarding/sign-up-browser.ts',
  '@portico/contract/tax-ids': 'contract/src/billing/tax-id-kinds.ts',
  '@portico/stripe-sandbox': 'stripe-sandbox/src/index.ts',
  '@portico/server': 'server/src/main.ts',
  '@portico/web': 'web/src/app/main.tsx',
};

/**
 * Resolves relative paths and names of workspaces, including paths inside a workspace (`@portico/contract/src/x.ts`).
 */
export function resolve(path: string, imported: Import, known: ReadonlySet<string>): Resolved {
  if (imported.from.startsWith('.')) {
    const file = posix.normalize(posix.join(posix.dirname(path), imported.from));
    return { ...imported, file: candidate(file, known), package: undefined };
  }
  const own = workspaces[imported.from];
  if (own) return { ...imported, file: own, package: undefined };
  const parts = imported.from.split('/');
  const name = imported.from.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] as string);
  const entry = workspaces[name];
  if (!entry) return { ...imported, file: undefined, package: name };
  const rest = imported.from.slice(name.length + 1);
  const folder = entry.split('/')[0] as string;
  return { ...imported, file: rest ? candidate(`${folder}/${rest}`, known) : entry, package: undefined };
}

function candidate(file: string, known: ReadonlySet<string>): string {
  const found = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'].map((end) => file + end).find((name) => known.has(name));
  return found ?? file;
}
