import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locale } from '@portico/contract';
import type { InlineHashes } from '../../http/security-headers.ts';

/** As the web's build names them. `app`: a signed-in user. `public`: everybody else, away from the sign-in page. `login`: the sign-in page. */
export type DocumentName = 'app' | 'public' | 'login';

/** What the web's build left open in a document (web/README.md). */
export type Placeholder = 'preloaded' | 'antiforgery' | 'errors';

/** A document cut at its placeholders: texts and names take turns. */
type Parts = readonly (string | { readonly placeholder: Placeholder })[];

export interface Documents {
  /** The document with `fill` in its places. @throws WebNotBuiltError */
  render(name: DocumentName, locale: Locale, fill: Readonly<Record<Placeholder, string>>): Promise<string>;
  /** @throws WebNotBuiltError */
  hashes(): Promise<InlineHashes>;
}

/** The web's build is not there: said in plain words, as only whoever installs the portal gets to see it. */
export class WebNotBuiltError extends Error {
  constructor(dist: string, cause: unknown) {
    super(`The portal's pages are not built: ${dist} is missing. Run \`npm run build\`, then reload.`, { cause });
    this.name = 'WebNotBuiltError';
  }
}

/** Reads documents of `dist` once; anew each time with `reread`, for whoever works on the web. */
export function createDocuments({ dist, reread }: { dist: string; reread: boolean }): Documents {
  const kept = new Map<string, Promise<unknown>>();
  const read = async <Result>(file: string, parse: (text: string) => Result): Promise<Result> => {
    try {
      return parse(await readFile(join(dist, file), 'utf8'));
    } catch (error) {
      kept.delete(file);
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new WebNotBuiltError(dist, error);
      throw error;
    }
  };
  const readOnce = <Result>(file: string, parse: (text: string) => Result): Promise<Result> => {
    if (reread) return read(file, parse);
    if (!kept.has(file)) kept.set(file, read(file, parse));
    return kept.get(file) as Promise<Result>;
  };
  return {
    async render(name, locale, fill) {
      const parts = await readOnce(`pages/${name}.${locale}.html`, cut);
      return parts.map((part) => (typeof part === 'string' ? part : fill[part.placeholder])).join('');
    },
    hashes: () => readOnce('csp.json', (text) => JSON.parse(text) as InlineHashes),
  };
}

function cut(document: string): Parts {
  return document.split(/(<!--portico:(?:preloaded|antiforgery|errors)-->)/).map((part) => {
    const name = /^<!--portico:(\w+)-->$/.exec(part)?.[1];
    return name ? { placeholder: name as Placeholder } : part;
  });
}
