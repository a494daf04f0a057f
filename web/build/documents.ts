import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '@portico/contract';

/**
 * The documents before the sign-in: the sign-in page, its second step, the setup of a second factor, and the pages of
 * mailed links.
 */
export const wayInNames = [
  'login',
  'second-step',
  'configure-mfa',
  'forgotten-password',
  'mailed-link',
  'break-glass',
  'logout',
] as const;
export type WayInName = (typeof wayInNames)[number];

/** The documents of the sign-up: its first page, and a skeleton for all later steps. */
export const signUpNames = ['sign-up', 'sign-up-step'] as const;
export type SignUpName = (typeof signUpNames)[number];

/** The documents that the server sends. `app` is for signed-in users, `public` for visitors of the application. */
export const documentNames = ['app', 'public', ...wayInNames, ...signUpNames] as const;
export type DocumentName = (typeof documentNames)[number];

export const isWayIn = (name: DocumentName): name is WayInName => (wayInNames as readonly string[]).includes(name);
export const isSignUp = (name: DocumentName): name is SignUpName => (signUpNames as readonly string[]).includes(name);

/** Placeholders that the server replaces; web/README.md describes them. */
export const placeholders = {
  preloaded: '<!--portico:preloaded-->',
  antiForgery: '<!--portico:antiforgery-->',
  errors: '<!--portico:errors-->',
} as const;

export interface DocumentParts {
  /** The page that the script starts. */
  name: DocumentName;
  locale: Locale;
  title: string;
  /** HTML of #root, prerendered. */
  body: string;
  /** HTML that is shown if the script does not arrive. */
  loadFailure: string;
  noScript: string;
  criticalStyles: string;
  headScript: string;
  bodyScript: string;
  /** Address of the page's module. */
  entry: string;
  /** Modules that the entry will import. */
  modulePreloads: readonly string[];
  /** The remaining styles. The first paint does not wait for them; the application does, before it mounts. */
  styles?: string;
  font?: string;
  /** Further markup for <head>, such as the development server's client. */
  head?: string;
}

const icon = readFileSync(join(import.meta.dirname, '../public/favicon.svg'), 'utf8').trim();

/** Inline, because 300 bytes are not worth a request. */
const iconAddress = `data:image/svg+xml,${encodeURIComponent(icon)}`;

const link = (attributes: string) => `<link ${attributes}>`;

/** A complete document with placeholders. */
export function renderDocument(parts: DocumentParts): string {
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<title>${parts.title}</title>`,
    link(`rel="icon" href="${iconAddress}" type="image/svg+xml"`),
    parts.font ? link(`rel="preload" href="${parts.font}" as="font" type="font/woff2" crossorigin`) : '',
    placeholders.preloaded,
    parts.headScript ? `<script>${parts.headScript}</script>` : '',
    parts.criticalStyles ? `<style>${parts.criticalStyles}</style>` : '',
    parts.styles ? link(`id="app-styles" rel="preload" as="style" href="${parts.styles}"`) : '',
    ...parts.modulePreloads.map((href) => link(`rel="modulepreload" crossorigin href="${href}"`)),
    parts.head ?? '',
    `<script type="module" crossorigin src="${parts.entry}"></script>`,
  ];
  const body = [
    `<div id="root" data-page="${parts.name}">${parts.body}</div>`,
    parts.loadFailure,
    parts.noScript ? `<noscript>${parts.noScript}</noscript>` : '',
    parts.bodyScript ? `<script>${parts.bodyScript}</script>` : '',
  ];
  return `<!doctype html>\n<html lang="${parts.locale}" data-theme="light">\n<head>\n${head.filter(Boolean).join('\n')}\n</head>\n<body>\n${body.filter(Boolean).join('\n')}\n</body>\n</html>\n`;
}
