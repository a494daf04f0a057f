import { dirname, join } from 'node:path/posix';

/** File extensions by which a name in backticks counts as a path. */
const fileEnding = /\.(?:tsx?|mjs|sql|css|md)$/;

/**
 * The paths and links of a document that match none of the files. A path in backticks may omit its first folders.
 * @param path of the document, relative to the root of the checkout like the files.
 */
export function missingPaths(path: string, text: string, files: readonly string[]): string[] {
  const known = files.map((file) => `/${file}`);
  const isFolder = (name: string) => known.some((file) => file.includes(`/${name}`));
  const isFile = (name: string) => known.some((file) => file.endsWith(`/${name}`));
  const named = [...text.matchAll(/`([\w@][\w@.-]*(?:\/[\w@.-]+)*\/?)`/g)]
    .map(([, name]) => name as string)
    .filter((name) => (name.endsWith('/') ? !isFolder(name) : fileEnding.test(name) && !isFile(name)));
  const linked = [...text.matchAll(/\]\(([^)#\s]+)/g)]
    .map(([, link]) => link as string)
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const target = join(dirname(path), link).replace(/\/$/, '');
      return !files.some((file) => file === target || file.startsWith(`${target}/`));
    });
  return [...named, ...linked];
}
