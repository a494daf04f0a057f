import { contract, type Locale } from '@portico/contract';
import type { FastifyReply } from 'fastify';
import { bindEndpoint } from '../../core/http/bind-endpoint.ts';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import { mailDocumentHeaders } from '../../core/http/security-headers.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { MailContext } from './mail.service.ts';
import { getMessage, getMessageHtml, listAllMessages, sendAgain } from './mail.service.ts';

const { mail } = contract;

/** For operators. */
function mailRoutes(context: MailContext): Route[] {
  const route = createRouteBuilder(context);
  const reader = 'operator';
  return [
    route(mail.list, ({ context, query }) => listAllMessages(context, query, context.locale)),
    route(mail.get, ({ context, params }) => getMessage(context, params.id, { reader, locale: context.locale })),
    route(mail.getHtml, async ({ context, params, reply }) =>
      sendDocument(reply, await getMessageHtml(context, params.id, reader)),
    ),
    route(mail.sendAgain, ({ context, params }) => sendAgain(context, params.id)),
  ];
}

/** The demonstration's outbox, which visitors see as well: the code with which they sign in is there (DEMO-10). */
function outboxRoutes(context: MailContext): Route[] {
  const asked = (locale: Locale) => ({ reader: 'outbox' as const, locale });
  return [
    {
      bind: (app) => {
        bindEndpoint(app, mail.listOutbox, ({ query, locale }) => listAllMessages(context, query, locale));
        bindEndpoint(app, mail.getOutbox, ({ params, locale }) => getMessage(context, params.id, asked(locale)));
        bindEndpoint(app, mail.getOutboxHtml, async ({ params, reply }) =>
          sendDocument(reply, await getMessageHtml(context, params.id, 'outbox')),
        );
      },
    },
  ];
}

/** A mail runs nothing, and loads nothing but its pictures. Pages of the portal may frame it. */
function sendDocument(reply: FastifyReply, html: string): FastifyReply {
  reply.headers({ ...mailDocumentHeaders, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  // Its links open beside the page that frames it.
  return reply.send(html.replace('<head>', '<head>\n<base target="_blank">'));
}

/** The operators' list of mail and text messages, and the demonstration's outbox, which production does not have (DEMO-10). */
export function mailModule(context: MailContext): PortalModule {
  return { routes: [...mailRoutes(context), ...(context.config.mode === 'demo' ? outboxRoutes(context) : [])] };
}
