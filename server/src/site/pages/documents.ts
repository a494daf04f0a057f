import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locale } from '@portico/contract';
import type { InlineHashes } from '../../core/http/security-headers.ts';

/** The documents of the sign-in page's light bundle, each prerendered: the steps of the way in, and the pages of mailed links. */
type WayInDocument =
  | 'login'
  | 'second-step'
  | 'configure-mfa'
  | 'forgotten-password'
  | 'mailed-link'
  | 'break-glass'
  | 'logout';

/** The documents of the sign-up: its first page, and what all its later steps begin with. */
type SignUpDocument = 'sign-up' | 'sign-up-step';

/** The documents of the web's build. `app` is for signed-in users, and `public` is every page for visitors that is not on the way in. */
export type DocumentName = 'app' | 'public' | WayInDocument | SignUpDocument;

/** The placeholders that the web's build leaves in a document (web/README.md). */
type Placeholder = 'preloaded' | 'antiforgery' | 'errors';

/** A document split at its placeholders, into texts and placeholder names. */
type Parts = readonly (string | { readonly placeholder: Placeholder })[];

export type Fill = Readonly<Record<Placeholder, string>>;

export interface Documents {
  /** The document with `fill` in place of the placeholders. @throws WebNotBuiltError */
  render(name: DocumentName, locale: Locale, url: string, fill: Fill): Promise<string>;
  /** @throws WebNotBuiltError */
  hashes(): Promise<InlineHashes>;
}

/** The web's build is missing. The message is readable, because it is addressed to the person who installs the portal. */
export class WebNotBuiltError extends Error {
  constructor(dist: string, cause: unknown) {
    super(`The portal's pages are not built: ${dist} is missing. Run \`npm run build\`, then reload.`, { cause });
    this.name = 'WebNotBuiltError';
  }
}

/** A document of the web's development server (web/build/dev.ts), with the placeholders of a built one. */
export type DevelopmentDocument = (name: DocumentName, locale: Locale, url: string) => Promise<string>;

/** Documents of the development server, with inline scripts and styles without hashes. */
export function createDevelopmentDocuments(document: DevelopmentDocument): Documents {
  return {
    render: async (name, locale, url, fill) => filled(cut(await document(name, locale, url)), fill),
    hashes: async () => ({ script: ["'unsafe-inline'"], style: ["'unsafe-inline'"] }),
  };
}

/** Reads documents of `dist` once. */
export function createDocuments({ dist }: { dist: string }): Documents {
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
    if (!kept.has(file)) kept.set(file, read(file, parse));
    return kept.get(file) as Promise<Result>;
  };
  return {
    render: async (name, locale, _url, fill) => filled(await readOnce(`pages/${name}.${locale}.html`, cut), fill),
    hashes: () => readOnce('csp.json', (text) => JSON.parse(text) as InlineHashes),
  };
}

function filled(parts: Parts, fill: Fill): string {
  return parts.map((part) => (typeof part === 'string' ? part : fill[part.placeholder])).join('');
}

function cut(document: string): Parts {
  return document.split(/(<!--portico:(?:preloaded|antiforgery|errors)-->)/).map((part) => {
    const name = /^<!--portico:(\w+)-->$/.exec(part)?.[1];
    return name ? { placeholder: name as Placeholder } : part;
  });
}
