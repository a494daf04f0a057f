import { signUp as endpoints, type ParsedRequestOf, type ResponseOf, signUpPaths } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findSoldProduct, presentPlansForVisitors } from '../../catalog/index.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { bindEndpoint } from '../../core/http/bind-endpoint.ts';
import { sendReport } from '../../core/http/csv.ts';
import { wantsPage } from '../../core/http/failure-page.ts';
import { describeProblem, render } from '../../core/http/problem-handler.ts';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { JobDefinition } from '../../core/jobs/queue.ts';
import { bindOperation } from '../../core/operations/index.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { beginSignUpVisit } from '../../identity/index.ts';
import { getBlock } from './blocks.ts';
import { deleteExpiredSolutions } from './captcha.queries.ts';
import { createSignedChallenge } from './captcha.ts';
import { followRegistration } from './follow-registration.ts';
import { type PostedForm, selectAttemptedValues } from './form.ts';
import { toFormFields } from './form-errors.ts';
import { funnelColumns, funnelRows, getFunnel } from './funnel.ts';
import { beginCard, checkCoupon, previewPurchase } from './handlers.ts';
import { deleteExpiredIdentities } from './identities.queries.ts';
import { clearIdentity, readIdentity } from './identities.ts';
import { deleteExpiredOutcomes } from './outcomes.queries.ts';
import { correctBillingEmailJob } from './outcomes.ts';
import { deleteExpiredQuotes } from './quotes.queries.ts';
import { registrationOperation } from './registration.operation.ts';
import { deleteOldRegistrations } from './registrations.queries.ts';
import { resendConfirmationJob, sendConfirmation, watchConfirmation } from './resend.ts';
import { customerRemovalJob } from './settle.ts';
import type { SignUpFormState, SignUpRoutesContext } from './sign-up.context.ts';
import { challengesByAddress } from './sign-up.limits.ts';
import { submitForm } from './submit.ts';
import { followUnconfirmed } from './unconfirmed.ts';
import { getUnregistered } from './unregistered.ts';
import { identifyVisitor } from './visitor.ts';
import { deleteExpiredCards } from './visitor-cards.queries.ts';
import { deleteOldVisits } from './visits.queries.ts';
import { recordStep } from './visits.ts';

type Query = ParsedRequestOf<typeof endpoints.submit>['query'];
type Answer = ResponseOf<typeof endpoints.submit>;

/** A posted form, or a call of one of its handlers. */
interface FormRequest {
  readonly query: Query;
  readonly body: Readonly<Record<string, unknown>>;
  readonly http: FastifyRequest;
  readonly reply: FastifyReply;
}

function signUpRoutes(context: SignUpRoutesContext): Route[] {
  const route = createRouteBuilder(context);
  const visitor = (http: FastifyRequest) => identifyVisitor(context.sessions, http);
  return [
    { bind: (app) => void app.register(async (scope) => bindForm(context, scope)) },
    {
      bind: (app) =>
        bindEndpoint(app, endpoints.getRegistration, ({ params, http }) =>
          followRegistration(context, params.id, visitor(http)),
        ),
    },
    {
      bind: (app) =>
        bindEndpoint(app, endpoints.abandonRegistration, ({ params, http }) =>
          followRegistration(context, params.id, visitor(http), { abandon: true }),
        ),
    },
    {
      bind: (app) =>
        bindEndpoint(app, endpoints.listPlans, async ({ query, locale }) => {
          const product = await findSoldProduct(context.catalog, query.product);
          if (!product) throw new NotFoundError();
          return presentPlansForVisitors(product, locale, context.catalog.now());
        }),
    },
    {
      bind: (app) =>
        bindEndpoint(app, endpoints.getChallenge, async ({ http }) => {
          await challengesByAddress.take(context.database, visitor(http).addressKey);
          return createSignedChallenge(context);
        }),
    },
    {
      bind: (app) =>
        bindEndpoint(app, endpoints.checkBlock, ({ body, http }) => getBlock(context, visitor(http), body.email)),
    },
    {
      bind: (app) =>
        bindEndpoint(app, endpoints.watchConfirmation, ({ http }) => watchConfirmation(context, visitor(http))),
    },
    {
      bind: (app) =>
        bindEndpoint(app, endpoints.sendConfirmation, ({ body, http }) =>
          sendConfirmation(context, body, visitor(http)),
        ),
    },
    {
      bind: (app) =>
        bindEndpoint(app, endpoints.noteStep, ({ body, http }) => recordStep(context, visitor(http), body)),
    },
    route(endpoints.getFunnel, ({ context, query }) => getFunnel(context, query)),
    route(endpoints.listUnregistered, ({ context, query }) => getUnregistered(context, query)),
    route(endpoints.exportFunnel, ({ context, query, reply }) =>
      sendReport(reply, { name: 'sign-ups', columns: funnelColumns, rows: funnelRows(context, query) }, context, query),
    ),
  ];
}

/** Binds the form and its handlers. A form posted by a browser is answered with its page, even if it cannot be parsed. */
function bindForm(context: SignUpRoutesContext, scope: FastifyInstance): void {
  scope.setErrorHandler(async (error: Error, request, reply) => {
    const { handler } = request.query as Query;
    if (handler !== undefined || !wantsPage(request)) return render(error, request, reply);
    const { status, retryAfter, problem } = describeProblem(error, request);
    if (retryAfter) reply.header('retry-after', retryAfter);
    reply.code(status);
    return renderFormPage(context, request, reply, toFormFields(problem.propertyErrors ?? { '': [problem.message] }));
  });
  bindEndpoint(scope, endpoints.submit, async ({ query, body = {}, http, reply }) => {
    if (query.handler !== undefined) return callHandler(context, { query, body, http, reply });
    const identity = await readIdentity(context, http);
    const { redirectUrl, isDone } = await submitForm(context, {
      posted: body,
      query,
      identity,
      visitor: identifyVisitor(context.sessions, http),
    });
    if (isDone) clearIdentity(context, reply);
    return reply.header('cache-control', 'no-store').redirect(redirectUrl, 303) as never;
  });
}

function renderFormPage(
  { renderForm }: SignUpRoutesContext,
  request: FastifyRequest,
  reply: FastifyReply,
  modelState: SignUpFormState['modelState'],
): Promise<FastifyReply> {
  const posted = (request.body ?? {}) as PostedForm;
  const companyId = Number(posted.CompanyId);
  return renderForm(request, reply, {
    modelState,
    attemptedValues: selectAttemptedValues(posted),
    signUp: {
      ...(Number.isInteger(companyId) && companyId > 0 && companyId < 2 ** 31 && { companyId }),
      ...(typeof posted.email === 'string' && { email: posted.email }),
    },
  });
}

/** Calls a handler of the form (SIGN-10, SIGN-11, SIGN-14). */
async function callHandler(context: SignUpRoutesContext, { query, body, http, reply }: FormRequest): Promise<Answer> {
  const visitor = identifyVisitor(context.sessions, http);
  switch (query.handler) {
    case 'CheckCoupon':
      return checkCoupon(context, query, visitor);
    case 'SetupIntent':
      return beginCard(context, query, visitor);
    case 'PreviewPurchase':
      return previewPurchase(context, query, body, visitor);
    case 'External': {
      const { Provider: provider } = body;
      const name = typeof provider === 'string' ? provider.toLowerCase() : undefined;
      // The reply is already sent; the contract's type covers only answers to scripts.
      return beginSignUpVisit(context.externalLogins, name, formPage(query), { http, reply }) as never;
    }
    default:
      throw new NotFoundError();
  }
}

/** The sign-up page that a form came from. */
function formPage({ companyName, product, storageKey }: Query): string {
  const query = new URLSearchParams({ ...(product && { product }), ...(storageKey && { storageKey }) });
  const path = companyName ? `${signUpPaths.signUp}/${encodeURIComponent(companyName)}` : signUpPaths.signUp;
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The sign-up: its pages, handlers and registrations. */
export function signUpModule(context: SignUpRoutesContext): PortalModule {
  const { query } = context.database;
  return {
    routes: signUpRoutes(context),
    operations: [bindOperation(context, registrationOperation)],
    jobs: [
      {
        name: 'sign-up-purge',
        maxAttempts: 3,
        schedule: '41 * * * *',
        run: async () => {
          await deleteExpiredQuotes(query);
          await deleteExpiredIdentities(query);
          await deleteExpiredSolutions(query);
          await deleteExpiredCards(query);
          await deleteExpiredOutcomes(query);
          await deleteOldVisits(query);
          await deleteOldRegistrations(query);
          await followUnconfirmed(context);
        },
      },
      customerRemovalJob(context) as JobDefinition<never>,
      resendConfirmationJob(context) as JobDefinition<never>,
      correctBillingEmailJob(context) as JobDefinition<never>,
    ],
  };
}
