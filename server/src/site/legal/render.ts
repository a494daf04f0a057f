import { lexer, Marked, Parser, type Token, type Tokens } from 'marked';
import { parse } from 'yaml';

interface Section {
  readonly id: string;
  readonly title: string;
}

export interface LegalText {
  readonly title: string;
  readonly html: string;
  /** The second-level headings, with their ids in `html`. */
  readonly sections: Section[];
  /** YYYY-MM-DD. */
  readonly updated: string | null;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] as string);

/** Allows anchors, portal paths, and web and mail addresses. Rejects scripts. */
function isSafeLink(href: string): boolean {
  if (/[\p{Cc}\\]/u.test(href)) return false;
  return /^(?:https?:\/\/[^/]|mailto:|\/(?!\/)|#)/i.test(href);
}

/** The anchor of a heading: its words without accents, joined by hyphens. */
function slugify(title: string): string {
  const words = title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words?.join('-') ?? 'section';
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

/** The second-level headings by their tokens (LEG-4). Headings with equal words are numbered. */
function findSections(tokens: readonly Token[]): Map<Token, Section> {
  const plain = new Parser<string, string>();
  const sections = new Map<Token, Section>();
  const used = new Map<string, number>();
  for (const token of tokens) {
    if (!isHeading(token) || token.depth > 2) continue;
    const title = plain.parseInline(token.tokens, plain.textRenderer);
    const slug = slugify(title);
    const number = (used.get(slug) ?? 0) + 1;
    used.set(slug, number);
    sections.set(token, { id: number === 1 ? slug : `${slug}-${number}`, title });
  }
  return sections;
}

/**
 * Shows raw HTML as text (LEG-3), keeps links that `isSafeLink` allows, and replaces pictures with their descriptions. Headings in `sections` get
 * ids.
 */
function createMarkdown(sections: ReadonlyMap<Token, Section>): Marked {
  return new Marked({
    gfm: true,
    async: false,
    renderer: {
      html: ({ text }) => escapeHtml(text),
      image: ({ text }) => escapeHtml(text),
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        return isSafeLink(href) ? `<a href="${escapeHtml(href)}">${words}</a>` : words;
      },
      heading(token) {
        const level = Math.max(2, token.depth);
        const section = sections.get(token);
        return `<h${level}${section ? ` id="${section.id}"` : ''}>${this.parser.parseInline(token.tokens)}</h${level}>\n`;
      },
    },
  });
}

/** Renders a Markdown text with `updated: YYYY-MM-DD` in its front matter. Its first heading becomes the title and is removed from the text. */
export function renderLegalText(source: string): LegalText {
  const [, frontMatter = '', body = ''] =
    /^(?:---\r?\n([\s\S]*?)\r?\n---\r?\n)?([\s\S]*)$/.exec(source.replace(/^\uFEFF/, '')) ?? [];
  const heading = /^#[ \t]+(.+?)[ \t]*#*[ \t]*$/m.exec(body);
  const text = heading ? body.slice(0, heading.index) + body.slice(heading.index + heading[0].length) : body;
  const tokens = lexer(text, { gfm: true });
  const sections = findSections(tokens);
  return {
    title: heading?.[1] ?? '',
    html: createMarkdown(sections).parser(tokens).trim(),
    sections: [...sections.values()],
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
