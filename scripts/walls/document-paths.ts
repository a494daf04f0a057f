import { dirname, join } from 'node:path/posix';

/** Files whose ending says that a name in backticks is a path. */
const fileEnding = /\.(?:tsx?|mjs|sql|css|md)$/;

/**
 * The paths and links of a document that lead to none of the files. A path in backticks may leave out the first folders.
 * @param path of the document. Like the files, it is from the root of the checkout.
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
