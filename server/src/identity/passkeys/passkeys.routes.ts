import { passkeys as endpoints } from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientAddress } from '../../core/http/address.ts';
import { UnauthorizedError } from '../../core/http/app-error.ts';
import { bindEndpoint } from '../../core/http/bind-endpoint.ts';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { hashSecret } from '../../core/secrets.ts';
import type { PasskeysContext } from './passkeys.context.ts';
import { beginConfirmation, beginSignIn, confirmByPasskey, getUserByPasskey, type Visit } from './passkeys.proofs.ts';
import { deleteExpiredChallenges } from './passkeys.queries.ts';
import {
  addPasskey,
  beginAdding,
  declineOffer,
  listOwnPasskeys,
  removePasskey,
  renamePasskey,
} from './passkeys.service.ts';

function passkeyRoutes(context: PasskeysContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(endpoints.list, ({ context }) => listOwnPasskeys(context)),
    route(endpoints.beginAdding, ({ context }) => beginAdding(context)),
    route(endpoints.add, async ({ context, body, http, reply }) => {
      const { passkey, renewed } = await addPasskey(from(context, http), body);
      if (renewed) context.sessions.writeRenewed(reply, renewed);
      return passkey;
    }),
    route(endpoints.rename, ({ context, params, body }) => renamePasskey(context, params.id, body.name)),
    route(endpoints.remove, ({ context, params, http }) => removePasskey(from(context, http), params.id)),
    route(endpoints.beginConfirmation, ({ context }) => beginConfirmation(context)),
    route(endpoints.confirm, ({ context, body }) => confirmByPasskey(context, body.response)),
    route(endpoints.declineOffer, ({ context }) => declineOffer(context)),
    { bind: (app) => bindSignIn(context, app) },
  ];
}

/** A passkey signs in as both factors (PSK-1). */
function bindSignIn(context: PasskeysContext, app: FastifyInstance): void {
  bindEndpoint(app, endpoints.beginSignIn, ({ http }) => beginSignIn(context, readVisit(context, http)));
  bindEndpoint(app, endpoints.signIn, async ({ body, http, reply }) => {
    const { userId } = await getUserByPasskey(context, readVisit(context, http), body.response);
    return context.sessions.signInWithProof(http, reply, {
      userId,
      proof: 'passkey',
      isBothFactors: true,
      rememberMe: accepted.has(body.RememberMe ?? false),
      returnUrl: body.ReturnUrl,
    });
  });
}

const accepted = new Set<unknown>([true, 'true', 'on']);

function from<Context extends object>(context: Context, { headers }: FastifyRequest): Context & { userAgent: string } {
  return { ...context, userAgent: headers['user-agent'] ?? '' };
}

/** The requesting browser, by the cookie to which its anti-forgery token is bound. @throws UnauthorizedError without one */
function readVisit({ sessions }: PasskeysContext, http: FastifyRequest): Visit {
  const visitor = sessions.cookies.readVisitor(http);
  const browserHash = http.session?.idHash ?? (visitor && hashSecret(visitor));
  if (!browserHash) throw new UnauthorizedError();
  return { browserHash, address: clientAddress(http), requestId: http.id };
}

/** Managing passkeys, and signing in and confirming with one. */
export function passkeysModule(context: PasskeysContext): PortalModule {
  return {
    routes: passkeyRoutes(context),
    jobs: [
      {
        name: 'passkeys-purge',
        maxAttempts: 3,
        schedule: '*/15 * * * *',
        run: () => deleteExpiredChallenges(context.database.query),
      },
    ],
  };
}
