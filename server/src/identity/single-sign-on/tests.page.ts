import type { Locale } from '@portico/contract';
import type { FastifyReply } from 'fastify';
import { escapeHtml, sendPlainPage } from '../../core/http/plain-page.ts';
import { translate } from '../../core/messages/index.ts';

/** The page of a test's window once its person is back. It has no script: it stands in a window that is to be closed. */
export function sendTestEnded(reply: FastifyReply, locale: Locale): FastifyReply {
  const [title, text] = [translate(locale, 'ssoTest.over'), translate(locale, 'ssoTest.overText')];
  return sendPlainPage(reply, { locale, title, body: `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>` });
}
