import { Marked } from 'marked';
import { parse } from 'yaml';

export interface LegalText {
  readonly title: string;
  readonly html: string;
  /** YYYY-MM-DD. */
  readonly updated: string | null;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] as string);

/** Allows web and mail addresses, paths of the portal and anchors. Scripts are rejected. */
function isSafeLink(href: string): boolean {
  if (/[\p{Cc}\\]/u.test(href)) return false;
  return /^(?:https?:\/\/[^/]|mailto:|\/(?!\/)|#)/i.test(href);
}

/** Raw HTML is shown as text. Links are kept when `isSafeLink` allows them. Pictures become their descriptions. */
const markdown = new Marked({
  gfm: true,
  async: false,
  renderer: {
    html: ({ text }) => escapeHtml(text),
    image: ({ text }) => escapeHtml(text),
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens);
      return isSafeLink(href) ? `<a href="${escapeHtml(href)}">${words}</a>` : words;
    },
    heading({ tokens, depth }) {
      return `<h${Math.max(2, depth)}>${this.parser.parseInline(tokens)}</h${Math.max(2, depth)}>\n`;
    },
  },
});

/** A Markdown text with `updated: YYYY-MM-DD` in its front matter. Its first heading becomes the title and is removed from the text. */
export function renderLegalText(source: string): LegalText {
  const [, frontMatter = '', body = ''] =
    /^(?:---\r?\n([\s\S]*?)\r?\n---\r?\n)?([\s\S]*)$/.exec(source.replace(/^\uFEFF/, '')) ?? [];
  const heading = /^#[ \t]+(.+?)[ \t]*#*[ \t]*$/m.exec(body);
  const text = heading ? body.slice(0, heading.index) + body.slice(heading.index + heading[0].length) : body;
  return {
    title: heading?.[1] ?? '',
    html: (markdown.parse(text) as string).trim(),
    updated: readUpdated(frontMatter),
  };
}

function readUpdated(frontMatter: string): string | null {
  let values: unknown;
  try {
    values = parse(frontMatter);
  } catch {
    return null;
  }
  const updated = (values as { updated?: unknown } | null)?.updated;
  const day = updated instanceof Date ? updated.toISOString().slice(0, 10) : String(updated ?? '');
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : null;
}
