import type { Block } from '../templates/define-template.ts';
import { createPalette, type Palette } from './brand.ts';
import { linkTo } from './link.ts';
import { type Attachment, embedPicture } from './picture.ts';
import type { Parts } from './text.ts';

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/**
 * Renders the mail as HTML with tables and inline styles, because mail clients drop other styling. Clients that read
 * style sheets also get the dark theme. If images are blocked, the company's name replaces the logo.
 */
export function renderHtml(parts: Parts): { html: string; attachments: readonly Attachment[] } {
  const { content, brand, locale, words, publicUrl } = parts;
  const palette = createPalette(brand, 'light');
  const logo = renderLogo(parts, palette);
  const blocks = content.blocks.map((block) => renderBlock(block, parts, palette)).join('\n');
  const html = `<!doctype html>
<html lang="${locale === 'fr' ? 'fr-CA' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(content.subject)}</title>
<style>${styleSheet(createPalette(brand, 'dark'))}</style>
</head>
<body class="canvas" style="margin:0;padding:0;background:${palette.canvas};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(firstWords(content.blocks))}</div>
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" style="background:${palette.canvas}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 4px 20px">${logo.html}</td></tr>
<tr><td class="surface line" style="background:${palette.surface};border:1px solid ${palette.line};border-radius:12px;padding:32px 28px 12px">
<h1 class="ink" style="margin:0 0 16px;${font};font-size:22px;line-height:30px;font-weight:600;color:${palette.ink}">${escapeHtml(content.heading)}</h1>
${blocks}
</td></tr>
<tr><td class="muted" style="padding:20px 4px 0;${font};font-size:13px;line-height:20px;color:${palette.muted}">${escapeHtml(words.say('mail.footer', { company: brand.name }))} <a class="muted" href="${escapeHtml(publicUrl)}" style="color:${palette.muted}">${escapeHtml(new URL(publicUrl).host)}</a></td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
  return { html, attachments: logo.attachments };
}

/** The dark theme by classes, which must override the inline styles. */
function styleSheet(dark: Palette): string {
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.canvas{background:${dark.canvas}!important}
.surface{background:${dark.surface}!important}
.soft{background:${dark.soft}!important}
.line{border-color:${dark.line}!important}
.ink{color:${dark.ink}!important}
.muted{color:${dark.muted}!important}
.accent{background:${dark.accent}!important;color:${dark.onAccent}!important}
.for-light{display:none!important}
.for-dark{display:inline-block!important;max-height:none!important}
}`;
}

function renderLogo({ brand }: Parts, palette: Palette): { html: string; attachments: readonly Attachment[] } {
  const [light, dark] = [embedPicture(brand.logoLight, 'logo-light'), embedPicture(brand.logoDark, 'logo-dark')];
  const name = escapeHtml(brand.name);
  const words = `${font};font-size:18px;line-height:28px;font-weight:600`;
  if (!light)
    return { html: `<span class="ink" style="${words};color:${palette.ink}">${name}</span>`, attachments: [] };
  const picture = (src: string, theme: string, style: string, color: string) =>
    `<img class="${theme}" src="${escapeHtml(src)}" alt="${name}" height="28" style="${style};height:28px;border:0;${words};color:${color}">`;
  const shown = picture(light.src, dark ? 'for-light' : '', 'display:inline-block', palette.ink);
  // Hidden in clients without a dark theme, even in those that do not support `display`.
  const hidden = dark
    ? `<!--[if !mso]><!-->${picture(dark.src, 'for-dark', 'display:none;max-height:0;overflow:hidden', '#e6e7ea')}<!--<![endif]-->`
    : '';
  return { html: shown + hidden, attachments: [light, dark].flatMap((one) => one?.attachment ?? []) };
}

function renderBlock(block: Block, { publicUrl, words }: Parts, palette: Palette): string {
  switch (block.kind) {
    case 'paragraph':
      return paragraph(escapeHtml(block.text), 'ink', `font-size:15px;line-height:24px;color:${palette.ink}`);
    case 'note':
      return paragraph(escapeHtml(block.text), 'muted', `font-size:13px;line-height:20px;color:${palette.muted}`);
    case 'button':
      return renderButton(block.label, linkTo(publicUrl, block.path), words.say('mail.plainLink'), palette);
    case 'link': {
      const address = escapeHtml(linkTo(publicUrl, block.path));
      const link = `<a class="muted" href="${address}" style="color:${palette.muted}">${escapeHtml(block.label)}</a>`;
      return paragraph(link, 'muted', `font-size:13px;line-height:20px;color:${palette.muted}`);
    }
    case 'code':
      return `<p class="soft ink line" style="margin:4px 0 20px;padding:16px;border:1px solid ${palette.line};border-radius:8px;background:${palette.soft};text-align:center;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:30px;line-height:36px;letter-spacing:6px;font-weight:600;color:${palette.ink}">${escapeHtml(block.code)}</p>`;
    case 'facts':
      return renderFacts(block.rows, palette);
  }
}

function paragraph(html: string, className: string, style: string): string {
  return `<p class="${className}" style="margin:0 0 16px;${font};${style}">${html}</p>`;
}

/** A link styled as a button, with the plain address below it, because some clients drop the link. */
function renderButton(label: string, link: string, words: string, palette: Palette): string {
  const small = `font-size:13px;line-height:20px;color:${palette.muted}`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 20px"><tr><td class="accent" style="border-radius:8px;background:${palette.accent}"><a class="accent" href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;${font};font-size:15px;line-height:20px;font-weight:600;color:${palette.onAccent};background:${palette.accent};text-decoration:none">${escapeHtml(label)}</a></td></tr></table>
${paragraph(`${escapeHtml(words)}<br><a class="muted" href="${escapeHtml(link)}" style="color:${palette.muted};word-break:break-all">${escapeHtml(link)}</a>`, 'muted', small)}`;
}

function renderFacts(rows: readonly { label: string; value: string }[], palette: Palette): string {
  const cell = `padding:10px 0;border-bottom:1px solid ${palette.line};${font};font-size:14px;line-height:20px;vertical-align:top`;
  const lines = rows.map(
    ({ label, value }) =>
      `<tr><td class="muted line" width="36%" style="${cell};padding-right:16px;color:${palette.muted}">${escapeHtml(label)}</td><td class="ink line" style="${cell};color:${palette.ink};word-break:break-word">${escapeHtml(value)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px">${lines.join('')}</table>`;
}

/** The preview that an inbox shows next to the subject: the first sentence, never a code or a link. */
function firstWords(blocks: readonly Block[]): string {
  return blocks.find((block) => block.kind === 'paragraph')?.text ?? '';
}

/** Escapes text for HTML, including attribute values. */
function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
