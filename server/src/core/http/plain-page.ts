import { createHash } from 'node:crypto';
import type { Locale } from '@portico/contract';
import type { FastifyReply } from 'fastify';

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

export interface PlainPage {
  readonly locale: Locale;
  /** Plain text; it will be escaped. */
  readonly title: string;
  /** Markup. */
  readonly head?: string;
  /** Markup. */
  readonly body: string;
}

/**
 * Style of plain pages in both themes: that of the portal without a brand, without fonts or files that could be
 * missing. `.button` is the link or button to continue.
 */
const style = [
  ':root{color-scheme:light dark}',
  'body{margin:0;display:grid;min-height:100vh;place-items:center;font:15px/1.5 system-ui,sans-serif;background:light-dark(#f7f8fa,#0c0d11);color:light-dark(#1a1d23,#e6e7ea)}',
  'main{box-sizing:border-box;width:min(25rem,100% - 32px);padding:28px;border:1px solid light-dark(#e6e8ec,#262a31);border-radius:12px;background:light-dark(#fff,#14161b)}',
  'h1{margin:0 0 16px;font-size:20px;line-height:1.3;letter-spacing:-.01em}',
  'p{margin:0 0 8px;overflow-wrap:anywhere}p:last-child{margin:0}',
  'a{color:light-dark(#4144c4,#b3b5ff)}',
  '.button{display:block;box-sizing:border-box;width:100%;padding:8px 16px;border:1px solid light-dark(#d3d7de,#363b45);border-radius:8px;background:none;font:inherit;font-weight:500;text-align:center;text-decoration:none;color:inherit;cursor:pointer}',
  '.button:hover{background:light-dark(#f3f4f7,#1b1e24)}',
  'a:focus-visible,button:focus-visible{outline:2px solid light-dark(#5457e5,#6366ee);outline-offset:2px}',
].join('');
const styleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** Responds with a server-side page without script. Its policy allows only this style. It is not cached. */
export function sendPlainPage(reply: FastifyReply, { locale, title, head = '', body }: PlainPage): FastifyReply {
  const policy = reply.getHeader('content-security-policy');
  if (typeof policy === 'string') reply.header('content-security-policy', `${policy}; style-src ${styleSource}`);
  const page = `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${head}<title>${escapeHtml(title)}</title>
<style>${style}</style>
<main>
${body}
</main>
</html>
`;
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
}
