import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Breach } from './walls/content-rules.ts';
import { readSource } from './walls/read-source.ts';
import { findBreaches } from './walls/rules.ts';

/** The TypeScript files in the checkout at `root` that git has or would add. */
export function listSources(root: string): string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '*.ts', '*.tsx'],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  return listed.split('\0').filter((path) => path && !path.endsWith('.d.ts') && existsSync(join(root, path)));
}

/** Every violation of the architecture's rules in the checkout at `root`. */
export function checkWalls(root: string): { files: number; breaches: Breach[] } {
  const sources = listSources(root).map((path) => readSource(path, readFileSync(join(root, path), 'utf8')));
  return { files: sources.length, breaches: findBreaches(sources) };
}

if (import.meta.main) {
  const { files, breaches } = checkWalls(process.argv[2] ?? join(import.meta.dirname, '..'));
  for (const { path, line, rule, explanation } of breaches) console.error(`${path}:${line}  ${explanation}  (${rule})`);
  console.log(
    breaches.length === 0
      ? `All structure checks pass: ${files} files.`
      : `${breaches.length} breaches in ${files} files.`,
  );
  process.exitCode = breaches.length === 0 ? 0 : 1;
}
