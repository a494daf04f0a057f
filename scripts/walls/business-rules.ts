import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The page of the business rules, from the root of the checkout. */
export const rulesPage = 'docs/rules.md';

/** The most words of a sentence in a rule. */
const mostWords = 27;

const ruleLine = /^- \*\*([A-Z]+-\d+)\*\* (.*)$/;
const ownRoots = /^(?:contract|examples|license-client|web|stripe-sandbox|scripts|e2e|docs|server)\//;

/** The address and the text of each rule. */
export function readRules(page: string): { address: string; text: string }[] {
  return page.split('\n').flatMap((line) => {
    const [, address, text] = ruleLine.exec(line) ?? [];
    return address === undefined || text === undefined ? [] : [{ address, text }];
  });
}

/** The paths that the page names, from the root of the checkout. Those without a folder of the root are below `server/src`. */
export function namedPaths(page: string): string[] {
  return [...page.matchAll(/`([\w@.\-/]+\/(?:[\w@.-]+\.(?:tsx?|sql|css|md))?|[\w@.-]+\.(?:tsx?|sql))`/g)]
    .map(([, path]) => path as string)
    .filter((path) => !path.startsWith('/'))
    .map((path) => (ownRoots.test(path) ? path : `server/src/${path}`));
}

/** Sentences of rules that are too long to read at once. Code and links count as one word. */
export function longSentences(page: string): string[] {
  return readRules(page).flatMap(({ address, text }) =>
    text
      .replace(/`[^`]+`|\[[^\]]+\]\([^)]+\)/g, 'x')
      .split(/(?<=[.:;])\s+/)
      .filter((sentence) => sentence.split(/\s+/).filter(Boolean).length > mostWords)
      .map((sentence) => `${address}: ${sentence}`),
  );
}

/** Addresses in a text that have the prefix of a rule. */
export function citedRules(text: string, prefixes: ReadonlySet<string>): string[] {
  return [...text.matchAll(/\b([A-Z]+)-\d+\b/g)]
    .filter(([, prefix]) => prefixes.has(prefix as string))
    .map(([address]) => address);
}

/** The files in which rules are cited, with their contents: files that git has or would take. */
export function readCitingFiles(root: string): { path: string; text: string }[] {
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
