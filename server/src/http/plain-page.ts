import { createHash } from 'node:crypto';
import type { Locale } from '@portico/contract';
import type { FastifyReply } from 'fastify';

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

export interface PlainPage {
  readonly locale: Locale;
  /** Text: it is escaped. */
  readonly title: string;
  /** Markup. */
  readonly head?: string;
  /** Markup. */
  readonly body: string;
}

/** The look of plain pages in both themes, without a font or a file that could be missing. */
const style =
  'body{margin:0;display:grid;min-height:100vh;place-items:center;font:16px/1.5 system-ui,sans-serif;color-scheme:light dark}main{max-width:30rem;padding:24px}h1{font-size:1.25rem;line-height:1.3;margin:0 0 8px}p{margin:0 0 8px}a{color:LinkText}';
const styleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** Answers with a page of the server's own, without script. Its policy lets in this one style. It is not kept. */
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
