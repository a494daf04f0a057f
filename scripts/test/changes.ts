import { execFileSync } from 'node:child_process';
import { root } from './run.ts';

/** Whether a file of the product has changed since a commit, or is uncommitted. Every browser story runs the whole product. */
export function isProductChanged(base = 'HEAD'): boolean {
  const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd: root, encoding: 'utf8' }).split('\n');
  const paths = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
  return paths.some((path) => path !== '' && isOfProduct(path));
}

/** Whether a path is neither a test, nor a script, nor a document. */
export function isOfProduct(path: string): boolean {
  return !/^(docs|e2e|scripts|\.ci)\/|\.md$|\.(test|test-support|spec)\.tsx?$|\/test\//.test(path);
}
