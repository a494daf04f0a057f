import { contract, type Locale } from '@portico/contract';
import type { FastifyReply } from 'fastify';
import { bindEndpoint } from '../../core/http/bind-endpoint.ts';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import { mailDocumentHeaders } from '../../core/http/security-headers.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { getMessage, getMessageHtml, listAllMessages, type MailContext, sendAgain } from './mail.service.ts';

const { mail } = contract;

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

/** The demo's outbox. It is open to visitors too, because it contains the code that they need to sign in (DEMO-10). */
function outboxRoutes(context: MailContext): Route[] {
  const outboxOptions = (locale: Locale) => ({ reader: 'outbox' as const, locale });
  return [
    {
      bind: (app) => {
        bindEndpoint(app, mail.listOutbox, ({ query, locale }) => listAllMessages(context, query, locale));
        bindEndpoint(app, mail.getOutbox, ({ params, locale }) =>
          getMessage(context, params.id, outboxOptions(locale)),
        );
        bindEndpoint(app, mail.getOutboxHtml, async ({ params, reply }) =>
          sendDocument(reply, await getMessageHtml(context, params.id, 'outbox')),
        );
      },
    },
  ];
}

/** A mail runs nothing and loads only its pictures. Pages of the portal may frame it. */
function sendDocument(reply: FastifyReply, html: string): FastifyReply {
  reply.headers({ ...mailDocumentHeaders, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  // Links open outside the frame.
  return reply.send(html.replace('<head>', '<head>\n<base target="_blank">'));
}

/** The operators' list of mail and text messages, and the demo's outbox, which production does not have (DEMO-10). */
export function mailModule(context: MailContext): PortalModule {
  return { routes: [...mailRoutes(context), ...(context.config.mode === 'demo' ? outboxRoutes(context) : [])] };
}
