import { contract } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { LinkExpiredError } from '../../accounts/index.ts';
import { bindEndpoint } from '../../core/http/bind-endpoint.ts';
import { sendFailure } from '../../core/http/failure-page.ts';
import { readMultipartForms } from '../../core/http/form-fields.ts';
import { render } from '../../core/http/problem-handler.ts';
import { readRequestOrigin } from '../../core/http/request-origin.ts';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { JobDefinition } from '../../core/jobs/queue.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { BillingRecipientsContext } from './billing-recipients.context.ts';
import {
  addRecipient,
  listRecipients,
  removeRecipient,
  resendLink,
  setNotices,
  setOwn,
} from './billing-recipients.service.ts';
import { sendEndedLink } from './ended-link-page.ts';
import { findDocument } from './invoice-documents.ts';
import { deleteOldMails } from './invoice-mails.queries.ts';
import { invoiceMailJob, queueInvoiceMails } from './invoice-mails.ts';
import { checkLink, confirm, leave } from './recipient-answers.ts';
import { leavePagePath } from './recipient-links.ts';

const { billingRecipients } = contract;

function billingRecipientRoutes(context: BillingRecipientsContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(billingRecipients.list, ({ context }) => listRecipients(context)),
    route(billingRecipients.add, ({ context, body }) => addRecipient(context, body)),
    route(billingRecipients.resend, ({ context, params }) => resendLink(context, params.id)),
    route(billingRecipients.setNotices, ({ context, params, body }) => setNotices(context, params.id, body.receives)),
    route(billingRecipients.remove, ({ context, params }) => removeRecipient(context, params.id)),
    route(billingRecipients.setOwn, ({ context, body }) => setOwn(context, body.receives)),
    ...linkRoutes(context),
    { bind: (app) => void app.register((scope) => bindOneClick(context, scope)) },
  ];
}

/** One-click unsubscribe of mail programs, which post a form (RFC 8058). A browser that opens the address is redirected to the page (REC-5). */
async function bindOneClick(context: BillingRecipientsContext, scope: FastifyInstance): Promise<void> {
  readMultipartForms(scope);
  bindEndpoint(scope, billingRecipients.openLeaving, async ({ query, reply }) =>
    reply.header('cache-control', 'no-store').redirect(leavePagePath(query.token, query.language), 303),
  );
  bindEndpoint(scope, billingRecipients.leaveAtOnce, async ({ query, http }) => {
    await leave(context, { token: query.token, origin: readRequestOrigin(http) });
    return {};
  });
}

/** Endpoints for the holder of a mailed link, signed in or not. */
function linkRoutes(context: BillingRecipientsContext): Route[] {
  const answers = [
    [billingRecipients.checkLink, checkLink],
    [billingRecipients.confirm, confirm],
    [billingRecipients.leave, leave],
  ] as const;
  return [
    ...answers.map(([endpoint, answer]) => ({
      bind: (app: Parameters<Route['bind']>[0]) =>
        bindEndpoint(app, endpoint, ({ body, http }) =>
          answer(context, { token: body.token, origin: readRequestOrigin(http) }),
        ),
    })),
    { bind: (app) => void app.register(async (scope) => bindDocument(context, scope)) },
  ];
}

/** Opens an invoice by a mailed link. A browser with an ended link gets a page (REC-7). */
function bindDocument(context: BillingRecipientsContext, scope: FastifyInstance): void {
  scope.setErrorHandler(async (error: Error, request, reply) => {
    if (!(request.headers.accept ?? '').includes('text/html')) return render(error, request, reply);
    if (!(error instanceof LinkExpiredError)) return sendFailure(error, request, reply);
    return sendEndedLink(context.config, request, reply);
  });
  bindEndpoint(scope, billingRecipients.openDocument, async ({ params, reply }) =>
    reply.header('cache-control', 'no-store').redirect(await findDocument(context, params.token), 303),
  );
}

export function billingRecipientsModule(context: BillingRecipientsContext): PortalModule {
  queueInvoiceMails(context);
  return {
    routes: billingRecipientRoutes(context),
    jobs: [
      invoiceMailJob(context) as JobDefinition<never>,
      {
        name: 'billing-mails-retention',
        maxAttempts: 3,
        schedule: '47 2 * * *',
        run: async () => void (await deleteOldMails(context.database.query)),
      },
    ],
  };
}
