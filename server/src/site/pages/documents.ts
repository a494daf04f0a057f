import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locale } from '@portico/contract';
import type { InlineHashes } from '../../core/http/security-headers.ts';

/** The documents of the sign-in page's light bundle, each prerendered: the steps of signing in, and the pages of mailed links. */
type SignInDocument =
  | 'login'
  | 'second-step'
  | 'configure-mfa'
  | 'forgotten-password'
  | 'mailed-link'
  | 'break-glass'
  | 'logout';

/** The documents of the sign-up: its first page, and the start of all later steps. */
type SignUpDocument = 'sign-up' | 'sign-up-step';

/** The documents of the web's build. `app` is for signed-in users, and `public` for visitors on pages outside of sign-in and sign-up. */
export type DocumentName = 'app' | 'public' | SignInDocument | SignUpDocument;

/** The placeholders that the web's build leaves in a document (web/README.md). */
type Placeholder = 'preloaded' | 'antiforgery' | 'errors';

/** A document split into texts and placeholders. */
type Template = readonly (string | { readonly placeholder: Placeholder })[];

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
    render: async (name, locale, url, fill) => fillTemplate(splitTemplate(await document(name, locale, url)), fill),
    hashes: async () => ({ script: ["'unsafe-inline'"], style: ["'unsafe-inline'"] }),
  };
}

/** Reads documents of `dist` once. */
export function createDocuments({ dist }: { dist: string }): Documents {
  const cache = new Map<string, Promise<unknown>>();
  const read = async <Result>(file: string, parse: (text: string) => Result): Promise<Result> => {
    try {
      return parse(await readFile(join(dist, file), 'utf8'));
    } catch (error) {
      cache.delete(file);
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new WebNotBuiltError(dist, error);
      throw error;
    }
  };
  const readOnce = <Result>(file: string, parse: (text: string) => Result): Promise<Result> => {
    if (!cache.has(file)) cache.set(file, read(file, parse));
    return cache.get(file) as Promise<Result>;
  };
  return {
    render: async (name, locale, _url, fill) =>
      fillTemplate(await readOnce(`pages/${name}.${locale}.html`, splitTemplate), fill),
    hashes: () => readOnce('csp.json', (text) => JSON.parse(text) as InlineHashes),
  };
}

function fillTemplate(parts: Template, fill: Fill): string {
  return parts.map((part) => (typeof part === 'string' ? part : fill[part.placeholder])).join('');
}

function splitTemplate(document: string): Template {
  return document.split(/(<!--portico:(?:preloaded|antiforgery|errors)-->)/).map((part) => {
    const name = /^<!--portico:(\w+)-->$/.exec(part)?.[1];
    return name ? { placeholder: name as Placeholder } : part;
  });
}
