interface Entrance {
  /** The files that may bypass `core/stripe/index.ts`. */
  readonly importers: RegExp;
  /** The files that they may import, relative to `server/src/core/stripe/`. */
  readonly files: readonly string[];
  readonly reason: string;
}

const entrances: readonly Entrance[] = [
  {
    importers: /^server\/src\/portal\.ts$/,
    files: ['connect.ts', 'provider.ts', 'sandbox-host.ts'],
    reason: 'A start runs the sandbox and binds the database before it loads the rest (decision 0016).',
  },
  {
    importers: /^server\/src\/(?:catalog\/apply\/run|operators\/mirror\/open-mirror)\.ts$/,
    files: ['command-stripe.ts', 'provider.ts'],
    reason: 'Commands open Stripe for themselves; the portal loads none of it.',
  },
  {
    importers: /^server\/src\/catalog\//,
    files: ['calls/catalog-gateway.ts'],
    reason: 'Only applying a catalog loads these calls.',
  },
];

const folder = 'server/src/core/stripe/';

/** Why an import of `file` is refused; undefined if it is allowed, or not a file of the Stripe gateway. */
export function refusesStripeFile(path: string, file: string): string | undefined {
  if (!file.startsWith(folder) || file === `${folder}index.ts`) return undefined;
  const inside = file.slice(folder.length);
  if (entrances.some(({ importers, files }) => importers.test(path) && files.includes(inside))) return undefined;
  return `the Stripe gateway is entered through its index.ts: ${inside}`;
}
