import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The page of the business rules, from the root of the checkout. */
export const rulesPage = 'docs/rules.md';

/** Maximum number of words in a sentence of a rule. */
const maxWords = 27;

/** Maximum number of files that a rule names. */
const maxFiles = 4;

/** A file by its path from the root of the checkout. */
interface CitingFile {
  readonly path: string;
  readonly text: string;
}

const ruleLine = /^- \*\*([A-Z]+-\d+)\*\* (.*)$/;
/** Splits a rule into its sentences and the files and links behind them. */
const ruleEnd = /^(.*?)((?:,? (?:`[^`]+`|\[[^\]]+\]\([^)]+\)))*)$/;
const ownRoots = /^(?:contract|examples|license-client|web|stripe-sandbox|scripts|e2e|docs|server)\//;

/** The address and the text of each rule. */
export function readRules(page: string): { address: string; text: string }[] {
  return page.split('\n').flatMap((line) => {
    const [, address, text] = ruleLine.exec(line) ?? [];
    return address === undefined || text === undefined ? [] : [{ address, text }];
  });
}

/**
 * The paths on the page, from the root of the checkout. Paths outside of the root's folders are relative to
 * `server/src`.
 */
export function namedPaths(page: string): string[] {
  return [...page.matchAll(/`([\w@.\-/]+\/(?:[\w@.-]+\.(?:tsx?|sql|css|md))?|[\w@.-]+\.(?:tsx?|sql))`/g)]
    .map(([, path]) => path as string)
    .filter((path) => !path.startsWith('/'))
    .map((path) => (ownRoots.test(path) ? path : `server/src/${path}`));
}

/** Sentences of rules that are too long. Code and links count as one word. */
export function longSentences(page: string): string[] {
  return readRules(page).flatMap(({ address, text }) =>
    text
      .replace(/`[^`]+`|\[[^\]]+\]\([^)]+\)/g, 'x')
      .split(/(?<=[.:;])\s+/)
      .filter((sentence) => sentence.split(/\s+/).filter(Boolean).length > maxWords)
      .map((sentence) => `${address}: ${sentence}`),
  );
}

/** Ids of rules in a text, for known prefixes. `ABC-1 to ABC-3` cites three rules. */
export function citedRules(text: string, prefixes: ReadonlySet<string>): string[] {
  return [...text.matchAll(/\b([A-Z]+)-(\d+)(?: to \1-(\d+))?\b/g)]
    .filter(([, prefix]) => prefixes.has(prefix as string))
    .flatMap(([, prefix, first, last = first]) =>
      Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `${prefix}-${Number(first) + index}`),
    );
}

/** Whether the citations in a file count: it is not a test, code for tests or a document. */
const isEnforcing = (path: string) => !/\.test[.-]|\.md$|^e2e\/|(?:^|\/)test\//.test(path);

/**
 * The files that cite each rule: first those with the most citations, and among equals the server's. Rules without
 * citations are missing.
 */
function enforcingFiles(page: string, files: readonly CitingFile[]): ReadonlyMap<string, readonly string[]> {
  const prefixes = new Set(readRules(page).map(({ address }) => address.replace(/-.*/, '')));
  const counts = new Map<string, Map<string, number>>();
  for (const { path, text } of files.filter((file) => isEnforcing(file.path))) {
    for (const address of citedRules(text, prefixes)) {
      const ofRule = counts.get(address) ?? new Map<string, number>();
      counts.set(address, ofRule.set(path, (ofRule.get(path) ?? 0) + 1));
    }
  }
  const place = (path: string) => `${path.startsWith('server/') ? 0 : 1} ${path}`;
  const ranked = (ofRule: ReadonlyMap<string, number>) =>
    [...ofRule]
      .sort(([one, few], [other, many]) => many - few || (place(one) < place(other) ? -1 : 1))
      .map(([path]) => path);
  return new Map([...counts].map(([address, ofRule]) => [address, ranked(ofRule)]));
}

/**
 * The page with the citing files at the end of each rule, before its links: the four files with most citations. A rule
 * that ends with a colon has a table instead.
 */
export function withEnforcingFiles(page: string, files: readonly CitingFile[]): string {
  const enforcing = enforcingFiles(page, files);
  return page
    .split('\n')
    .map((line) => {
      const [, address, rule = ''] = ruleLine.exec(line) ?? [];
      if (address === undefined || rule.endsWith(':')) return line;
      const [, text, column = ''] = ruleEnd.exec(rule) ?? [];
      const paths = (enforcing.get(address) ?? []).slice(0, maxFiles).map((path) => path.replace(/^server\/src\//, ''));
      const links = column.match(/\[[^\]]+\]\([^)]+\)/g) ?? [];
      const end = [...paths.sort().map((path) => `\`${path}\``), ...links].join(', ');
      return `- **${address}** ${text}${end && ` ${end}`}`;
    })
    .join('\n');
}

/** Rules that are not planned and that only tests and documents cite, or no file at all. */
export function uncitedRules(page: string, files: readonly CitingFile[]): string[] {
  const enforcing = enforcingFiles(page, files);
  return readRules(page)
    .filter(({ address, text }) => !enforcing.has(address) && !/\*Planned[.,]/.test(text))
    .map(({ address }) => address);
}

/** The files in which rules may be cited, with their contents: files that git has or would add. */
export function readCitingFiles(root: string): CitingFile[] {
  const patterns = ['*.ts', '*.tsx', '*.css', '*.sql', '*.md', '*.yaml'];
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z', ...patterns], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return listed
    .split('\0')
    .filter((path) => path && existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}
