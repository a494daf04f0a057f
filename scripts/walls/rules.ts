import { type Breach, contentBreaches, nameBreaches } from './content-rules.ts';
import { domainLevels, domainNames, domainOf, featureOf, nounOf, testFile } from './places.ts';
import type { Source } from './read-source.ts';
import { type Resolved, resolve, workspaces } from './resolve-import.ts';
import { refusesStripeFile } from './stripe-entrances.ts';
import { refusesSchemaFile } from './table-owners.ts';

interface Rule {
  readonly name: string;
  /** The files to which the rule applies. */
  readonly about: RegExp;
  /** Exceptions among these files. */
  readonly except?: RegExp;
  /** Why the import is refused; undefined if it is allowed. */
  readonly refuses: (imported: Resolved, path: string) => string | undefined;
}

const contractEntries = [
  workspaces['@portico/contract'],
  workspaces['@portico/contract/browser'],
  workspaces['@portico/contract/dues'],
  workspaces['@portico/contract/postal-codes'],
  workspaces['@portico/contract/sign-up'],
  workspaces['@portico/contract/tax-ids'],
];

/** The part of the license client that runs only in Node.js. */
const licenseClientOfNode = workspaces['@portico/license-client/node'];
const licenseClientEntries = [workspaces['@portico/license-client'], licenseClientOfNode];

const inside = (folder: string) => (imported: Resolved) => imported.file?.startsWith(folder) === true;
const isNode = (imported: Resolved) => imported.package?.startsWith('node:') === true;

/**
 * The layers of server/src from top to bottom. A file may import from its own layer or a lower one. Patterns also cover
 * new modules.
 */
const layers: readonly { readonly name: string; readonly holds: RegExp }[] = [
  { name: 'main', holds: /^server\/src\/main\.ts$/ },
  { name: 'portal', holds: /^server\/src\/portal\.ts$/ },
  { name: 'app', holds: /^server\/src\/(?:app\.ts$|app\/|demonstration\/)/ },
  { name: 'domains', holds: new RegExp(`^server/src/(?:${domainNames})/`) },
  {
    name: 'infrastructure',
    holds: /^server\/src\/core\/(?:portal-module\.ts$|(?:http|db|jobs|mail|stripe|operations|messages)\/)/,
  },
  { name: 'settings', holds: /^server\/src\/core\/(?:config\/)?[\w-]+\.ts$/ },
];
const layerIndex = (path: string) => layers.findIndex(({ holds }) => holds.test(path));
const webPartOf = (path: string | undefined) => {
  if (featureOf(path)) return 'noun';
  return nounOf(path) === 'pages' ? 'app' : /^web\/src\/([^/]+)\//.exec(path ?? '')?.[1];
};

const rules: readonly Rule[] = [
  {
    name: 'contract-is-independent',
    about: /^contract\/src\//,
    except: testFile,
    refuses: (imported) =>
      imported.package === 'zod' || inside('contract/src/')(imported) ? undefined : 'the contract depends on zod alone',
  },
  {
    name: 'examples-stand-alone',
    about: /^examples\//,
    except: testFile,
    refuses: (imported) =>
      inside('examples/')(imported) || isNode(imported) || licenseClientEntries.includes(imported.file)
        ? undefined
        : 'an example is a program of a vendor, who has the license client but not the portal’s code',
  },
  {
    name: 'license-client-is-independent',
    about: /^license-client\//,
    except: testFile,
    refuses: (imported, path) =>
      inside('license-client/src/')(imported) || (path === licenseClientOfNode && isNode(imported))
        ? undefined
        : 'the license client imports nothing, so that it runs in every product and in browsers; only src/node.ts knows Node',
  },
  {
    name: 'postgres-is-independent',
    about: /^postgres\//,
    refuses: (imported) =>
      imported.file !== undefined && !inside('postgres/')(imported)
        ? 'the package that runs PostgreSQL imports nothing of the others'
        : undefined,
  },
  {
    name: 'postgres-through-its-index',
    about: /./,
    except: /^postgres\//,
    refuses: (imported) =>
      inside('postgres/')(imported) && imported.file !== workspaces['@portico/postgres']
        ? 'the package that runs PostgreSQL is imported as @portico/postgres'
        : undefined,
  },
  {
    name: 'halves-meet-in-contract',
    about: /^(?:server|web)\//,
    refuses: (imported, path) => {
      const other = path.startsWith('server/') ? 'web/' : 'server/';
      return inside(other)(imported) ? 'server and web meet in the contract alone' : undefined;
    },
  },
  {
    name: 'contract-through-its-index',
    about: /./,
    except: /^contract\//,
    refuses: (imported) =>
      inside('contract/')(imported) && !contractEntries.includes(imported.file)
        ? 'the contract is imported as @portico/contract, or as @portico/contract/browser'
        : undefined,
  },
  {
    name: 'browsers-carry-no-schemas',
    about:
      /^(?:web\/src\/|contract\/src\/(?:browser|billing\/(?:dues|tax-id-kinds)|onboarding\/sign-up-browser|api\/(?:paths|permissions))\.ts$)/,
    except: testFile,
    refuses: (imported) =>
      !imported.isType && (imported.package === 'zod' || imported.file === workspaces['@portico/contract'])
        ? 'what browsers run of the contract comes from @portico/contract/browser, which knows no zod'
        : undefined,
  },
  {
    name: 'sandbox-knows-no-portal',
    about: /^stripe-sandbox\//,
    refuses: (imported) =>
      imported.file !== undefined && !inside('stripe-sandbox/')(imported) && !inside('postgres/')(imported)
        ? 'the sandbox imports nothing of the portal'
        : undefined,
  },
  {
    // Stripe and the sandbox share one code path (STR-3).
    name: 'sandbox-has-one-door',
    about: /^(?:server|web|contract)\//,
    except:
      /^server\/src\/core\/stripe\/sandbox-host\.ts$|^server\/src\/catalog\/cli\.ts$|\.test(?:-support)?\.ts$|^server\/test\//,
    refuses: (imported) =>
      inside('stripe-sandbox/')(imported) ? 'only server/src/core/stripe/sandbox-host.ts knows the sandbox' : undefined,
  },
  {
    name: 'server-layers',
    about: /^server\/src\//,
    // A test may import everything. A command (cli, migrate) belongs to its layer.
    except: /\.test(?:-support)?\.ts$/,
    refuses: (imported, path) => {
      if (!imported.file?.startsWith('server/')) return undefined;
      const [from, to] = [layerIndex(path), layerIndex(imported.file)];
      if (to === -1) return `${imported.file} belongs to no layer`;
      return to < from ? `${layers[from]?.name} may not know ${layers[to]?.name}` : undefined;
    },
  },
  {
    name: 'domains-have-one-door',
    about: /./,
    except: testFile,
    refuses: (imported, path) => {
      const entered = imported.file?.startsWith('server/src/') ? domainOf(imported.file) : undefined;
      if (!entered || (path.startsWith('server/src/') && entered === domainOf(path))) return undefined;
      return imported.file === `server/src/${entered}/index.ts`
        ? undefined
        : `a domain is entered through its index.ts: ${entered}`;
    },
  },
  {
    name: 'doors-open-outward',
    about: /^server\/src\/\w+\//,
    except: testFile,
    refuses: (imported, path) =>
      imported.file === `server/src/${domainOf(path)}/index.ts`
        ? 'inside its domain, a file imports the file that it needs'
        : undefined,
  },
  {
    name: 'domains-have-levels',
    about: /^server\/src\//,
    except: testFile,
    refuses: (imported, path) => {
      const [from, to] = [domainOf(path), domainOf(imported.file)];
      if (!from || !to || from === to) return undefined;
      return (domainLevels[to] ?? 0) < (domainLevels[from] ?? 0) ? undefined : `${from} is not above ${to}`;
    },
  },
  {
    name: 'web-directions',
    about: /^web\/src\//,
    except: testFile,
    refuses: (imported, path) => {
      const [from, to] = [webPartOf(path), webPartOf(imported.file)];
      if (!to || from === to || from === undefined) return undefined;
      // The build creates the message catalogs for all parts.
      if (to === 'locales') return undefined;
      if (from === 'noun' && to === 'app') return 'a noun does not know pages or the app';
      if ((from === 'ui' || from === 'lib') && (to === 'app' || to === 'noun'))
        return `${from} has no subject: it knows no ${to}`;
      return undefined;
    },
  },
  {
    name: 'features-stand-apart',
    about: /^web\/src\//,
    refuses: (imported, path) => {
      const other = featureOf(imported.file);
      return other && featureOf(path) && other !== featureOf(path)
        ? `nouns do not import each other: ${other}`
        : undefined;
    },
  },
  {
    name: 'database-behind-queries',
    about: /^server\/src\//,
    except: /\.queries\.ts$|^server\/src\/core\/db\/|\.test(?:-support)?\.ts$/,
    refuses: (imported) =>
      !imported.isType && (imported.package === 'drizzle-orm' || imported.package === 'pg')
        ? 'only *.queries.ts and db/ speak SQL'
        : undefined,
  },
  {
    name: 'tables-behind-queries',
    about: new RegExp(`^server/src/(?:${domainNames}|core/(?:http|jobs))/`),
    except: /\.queries\.ts$|\.test(?:-support)?\.ts$/,
    refuses: (imported) =>
      !imported.isType && inside('server/src/core/db/schema/')(imported)
        ? 'only *.queries.ts and db/ ask tables'
        : undefined,
  },
  {
    name: 'tables-have-owners',
    about: /^server\/src\//,
    except: /^server\/src\/core\/db\/schema\/|\.test(?:-support)?\.ts$/,
    refuses: (imported, path) => refusesSchemaFile(path, imported.file ?? ''),
  },
  {
    // Only one folder imports the SDK (STR-1).
    name: 'stripe-behind-gateway',
    about: /^(?:server|web|contract|scripts|e2e)\//,
    except: /^server\/src\/core\/stripe\/|\.test(?:-support)?\.ts$|^server\/test\//,
    refuses: (imported) => (imported.package === 'stripe' ? 'only server/src/core/stripe knows the SDK' : undefined),
  },
  {
    name: 'stripe-through-its-index',
    about: /^server\/src\//,
    except: /^server\/src\/core\/stripe\/|\.test(?:-support)?\.ts$/,
    refuses: (imported, path) => refusesStripeFile(path, imported.file ?? ''),
  },
  {
    name: 'web-runs-in-browsers',
    about: /^(?:web\/src|contract\/src)\//,
    except: testFile,
    refuses: (imported) => (isNode(imported) ? 'what browsers run cannot import from Node' : undefined),
  },
];

/** Every violation in `sources`. Paths are relative to the root of the checkout, with slashes. */
export function findBreaches(sources: readonly Source[]): Breach[] {
  const known = new Set(sources.map(({ path }) => path));
  const nouns = sources.find(({ path }) => path === workspaces['@portico/contract'])?.declaredNouns;
  return sources
    .flatMap((source) => [
      ...importBreaches(source, known),
      ...contentBreaches(source),
      ...(nouns ? nameBreaches(source, new Set(nouns)) : []),
    ])
    .sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line);
}

function importBreaches({ path, imports }: Source, known: ReadonlySet<string>): Breach[] {
  return imports.flatMap((imported) => {
    const resolved = resolve(path, imported, known);
    return rules.flatMap(({ name, about, except, refuses }) => {
      if (!about.test(path) || except?.test(path)) return [];
      const explanation = refuses(resolved, path);
      return explanation ? [{ rule: name, path, line: imported.line, explanation }] : [];
    });
  });
}
