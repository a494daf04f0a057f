import type { Locale } from '@portico/contract';
import type { FastifyReply } from 'fastify';
import { translate } from '../messages/index.ts';
import { escapeHtml, sendPlainPage } from './plain-page.ts';

/**
 * Leads a browser on by a page. A redirect that answers a form would be held against `form-action`, with everywhere that it leads to. The link is for a
 * browser that does not go on by itself.
 */
export function sendOnward(reply: FastifyReply, locale: Locale, target: string): FastifyReply {
  const title = translate(locale, 'sso.continue');
  const href = escapeHtml(target);
  return sendPlainPage(reply, {
    locale,
    title,
    head: `<meta http-equiv="refresh" content="0;url=${href}">\n`,
    body: `<p><a href="${href}">${escapeHtml(title)}</a></p>`,
  });
}
