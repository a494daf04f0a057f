import type { Locale } from '@portico/contract';
import type { FastifyReply } from 'fastify';
import { translate } from '../messages/index.ts';
import { escapeHtml, sendPlainPage } from './plain-page.ts';

/**
 * Sends a browser on with a page instead of a redirect, because browsers apply `form-action` to every redirect that
 * answers a form. The link is for browsers that do not continue automatically.
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
