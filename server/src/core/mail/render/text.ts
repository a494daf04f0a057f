import type { Locale } from '@portico/contract';
import type { Block, MailContent, Words } from '../templates/define-template.ts';
import type { Brand } from './brand.ts';
import { linkTo } from './link.ts';

/** The common input of the HTML and the text version. */
export interface Parts {
  readonly content: MailContent;
  readonly words: Words;
  readonly brand: Brand;
  readonly locale: Locale;
  readonly publicUrl: string;
}

/** Renders the mail as plain text. */
export function renderText({ content, words, brand, locale, publicUrl }: Parts): string {
  const footer = [words.say('mail.footer', { company: brand.name }), publicUrl].join('\n');
  const blocks = content.blocks.map((block) => renderBlock(block, publicUrl, locale));
  return `${[content.heading, ...blocks, `--\n${footer}`].join('\n\n')}\n`;
}

function renderBlock(block: Block, publicUrl: string, locale: Locale): string {
  const colon = locale === 'fr' ? '\u00a0:' : ':';
  switch (block.kind) {
    case 'button':
    case 'link':
      return `${block.label}${colon}\n${linkTo(publicUrl, block.path)}`;
    case 'code':
      return `    ${block.code}`;
    case 'facts':
      return block.rows.map(({ label, value }) => `${label}${colon} ${value}`).join('\n');
    default:
      return block.text;
  }
}
