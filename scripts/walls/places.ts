/** The domains of the product by level, from the ground up. A domain imports only domains of lower levels. */
export const domainLevels: Readonly<Record<string, number>> = {
  accounts: 1,
  catalog: 2,
  identity: 3,
  billing: 3,
  licensing: 4,
  notices: 5,
  onboarding: 5,
  operators: 5,
  site: 5,
};

export const domainNames = Object.keys(domainLevels).join('|');

/** A file of a domain: `<layer>/src/<domain>/<noun>/…`. The catalog is its own noun. */
const domainFile = new RegExp(String.raw`^(?:server|web|contract)/src/(${domainNames})/(?:([\w-]+)/)?`);

/** The domain of a file; undefined for the core, the app, tests and all other files. */
export const domainOf = (path: string | undefined) => domainFile.exec(path ?? '')?.[1];

/** The noun of a file of the server or the web, which is its folder's name; `pages` for the pages of a domain. */
export function nounOf(path: string | undefined): string | undefined {
  const [, domain, folder] = domainFile.exec(path ?? '') ?? [];
  return domain === 'catalog' && folder !== 'pages' ? domain : folder;
}

/** Tests and their support files. */
export const testFile =
  /(?:\.test(?:-support)?\.tsx?$)|^(?:server|web|stripe-sandbox|contract|license-client|examples)\/(?:test|vitest\.)/;

/** The noun of a file of the server. */
export const moduleOf = (path: string | undefined) => (path?.startsWith('server/src/') ? nounOf(path) : undefined);

/** The noun of a file of the web; undefined for pages, which combine nouns, and for the app. */
export const featureOf = (path: string | undefined) => {
  const noun = path?.startsWith('web/src/') ? nounOf(path) : undefined;
  return noun === 'pages' ? undefined : noun;
};
