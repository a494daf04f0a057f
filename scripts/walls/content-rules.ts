import { featureOf, moduleOf, testFile } from './places.ts';
import type { Named, Source } from './read-source.ts';
import { refusesTable } from './table-owners.ts';

/** A violation of a rule in a file. */
export interface Breach {
  readonly rule: string;
  readonly path: string;
  readonly line: number;
  readonly explanation: string;
}

/** Violations in a file's content: SQL, the environment, mocked modules. */
export function contentBreaches({ path, sql, tables, environment, replaced }: Source): Breach[] {
  const breaches: Breach[] = [];
  if (/^server\/src\/.*\.queries\.ts$/.test(path)) {
    for (const { name, line } of tables) {
      const explanation = refusesTable(path, name);
      if (explanation)
        breaches.push({ rule: 'tables-have-owners', path, line, explanation: `${name}: ${explanation}` });
    }
  }
  if (!/^(?:server|web)\/.*\.isolated\.test\.tsx?$/.test(path)) {
    for (const line of replaced) {
      breaches.push({
        rule: 'replacements-stand-alone',
        path,
        line,
        explanation: 'modules are replaced in *.isolated.test.ts alone: other test files share their environment',
      });
    }
  }
  if (/^server\/src\//.test(path) && !/\.queries\.ts$|^server\/src\/core\/db\/|\.test(?:-support)?\.ts$/.test(path)) {
    for (const line of sql) {
      breaches.push({ rule: 'sql-in-queries', path, line, explanation: 'SQL belongs in *.queries.ts or db/' });
    }
  }
  if (
    /^(?:server|web|contract|stripe-sandbox|postgres)\//.test(path) &&
    path !== 'server/src/core/config.ts' &&
    !testFile.test(path)
  ) {
    for (const line of environment) {
      breaches.push({
        rule: 'one-reader-of-the-environment',
        path,
        line,
        explanation: 'only server/src/core/config.ts reads process.env',
      });
    }
  }
  return breaches;
}

/**
 * A noun has a single name, the contract's, in the server's modules, the web's features and the keys of its queries.
 */
export function nameBreaches({ path, contractNames, queryKeys }: Source, nouns: ReadonlySet<string>): Breach[] {
  if (testFile.test(path)) return [];
  const feature = featureOf(path);
  const breaches: Breach[] = [];
  if (/^server\/src\//.test(path)) breaches.push(...contractNames.flatMap((named) => foreignNoun(path, named, nouns)));
  if (feature !== undefined && !nouns.has(contractNameOf(feature))) {
    const explanation = `a feature has the name of a noun of the contract: ${feature}`;
    breaches.push({ rule: 'features-are-nouns', path, line: 1, explanation });
  }
  for (const { name, line } of /^web\/src\//.test(path) ? queryKeys : []) {
    if (nouns.has(contractNameOf(name))) continue;
    const explanation = `a query key begins with a noun of the contract: ${name}`;
    breaches.push({ rule: 'query-keys-begin-with-nouns', path, line, explanation });
  }
  return breaches;
}

/** The contract's name for a folder: `second-factor` has the calls of `secondFactor`. */
const contractNameOf = (folder: string) => folder.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function foreignNoun(path: string, { name, line }: Named, nouns: ReadonlySet<string>): Breach[] {
  const folder = moduleOf(path) ?? /^server\/src\/(?:core\/)?([^/]+)\//.exec(path)?.[1];
  if (!nouns.has(name) || (folder !== undefined && contractNameOf(folder) === name)) return [];
  const explanation = `only the module of ${name} serves contract.${name}`;
  return [{ rule: 'nouns-in-their-modules', path, line, explanation }];
}
