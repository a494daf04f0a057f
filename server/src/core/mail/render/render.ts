import { type Locale, linkKindsWithPage, paths } from '@portico/contract';
import { linkCodeOf } from '../../link-codes.ts';
import {
  type Block,
  createWords,
  type MailContent,
  type MailTemplate,
  type Reader,
  type Words,
} from '../templates/define-template.ts';
import type { Brand } from './brand.ts';
import { renderHtml } from './html.ts';
import { linkTo } from './link.ts';
import type { Attachment } from './picture.ts';
import { renderText } from './text.ts';

/** A mail as it is sent. */
export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** The one-click unsubscribe address for mail programs; left out for mail that cannot be unsubscribed. */
  readonly leaveAtOnceUrl?: string;
  /** The document whose PDF is to be attached. */
  readonly document?: MailContent['document'];
}

/** The recipient's context for rendering a mail. */
export interface Rendering {
  readonly locale: Locale;
  readonly brand: Brand;
  /** The only origin of links (MAIL-6), without a trailing slash. */
  readonly publicUrl: string;
  /** By default a reader in UTC whose country is unknown. */
  readonly reader?: Reader | undefined;
}

/** Renders HTML and text from one source. @throws ZodError if the template does not get the data that it needs. */
export function renderMail(template: MailTemplate, stored: unknown, rendering: Rendering): RenderedMail {
  const { locale, brand, publicUrl, reader } = rendering;
  const words = createWords(locale, brand.name, reader);
  const filled = template.fill(stored, words);
  const content: MailContent = { ...filled, blocks: filled.blocks.flatMap((block) => withLinkCode(block, words)) };
  const parts = { content, words, brand, locale, publicUrl };
  const { subject, leaveAtOncePath, document } = content;
  const leaveAtOnceUrl = leaveAtOncePath && linkTo(publicUrl, leaveAtOncePath);
  return {
    subject,
    text: renderText(parts),
    ...renderHtml(parts),
    ...(leaveAtOnceUrl && { leaveAtOnceUrl }),
    ...(document && { document }),
  };
}

const pagesWithCode: readonly string[] = linkKindsWithPage.map((page) => paths[page]);

/** A button that is a mailed link is followed by the link's code, because some mail programs shorten addresses (LINK-12). */
function withLinkCode(block: Block, { say }: Words): readonly Block[] {
  if (block.kind !== 'button') return [block];
  const [page = '', token] = block.path.split('#');
  if (!token || !pagesWithCode.includes(page)) return [block];
  const code = linkCodeOf(token).replace(/^.{5}/, '$&-');
  return [block, { kind: 'note', text: say('mail.linkCode', { code }) }];
}
