import { paths } from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../core/config.ts';
import { escapeHtml, sendPlainPage } from '../../core/http/plain-page.ts';
import { type MessageKey, translate } from '../../core/messages/index.ts';
import { documentDays, parseDocumentToken } from './recipient-links.ts';

/**
 * Sends the page for a mailed invoice link that has ended. It gives the reason, a link to sign in and see the invoice,
 * and whom to ask without a login (REC-7). The page is the same for an invoice that does not exist.
 */
export function sendEndedLink(
  { contactUrl }: Pick<Config, 'contactUrl'>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { locale, params } = request;
  const words = (key: MessageKey, values = {}) => escapeHtml(translate(locale, key, values));
  const link = parseDocumentToken((params as { token?: string }).token ?? '');
  const page = link ? paths.invoice.replace('$id', link.invoiceId) : paths.invoices;
  const contact = contactUrl ? ` <a href="${escapeHtml(contactUrl)}">${words('invoiceLink.contact')}</a>` : '';
  return sendPlainPage(reply.code(410), {
    locale,
    title: translate(locale, 'invoiceLink.title'),
    body: `<h1>${words('invoiceLink.title')}</h1>
<p>${words('invoiceLink.reason', { days: documentDays })}</p>
<p><a class="button" href="${page}">${words('invoiceLink.signIn')}</a></p>
<p>${words('invoiceLink.ask')}${contact}</p>`,
  });
}
