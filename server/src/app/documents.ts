import type { FastifyInstance } from 'fastify';
import { listLinkedOrigins, listSignOutProducts, listSwitcherProducts } from '../catalog/index.ts';
import type { DevelopmentWeb } from '../core/http/development.ts';
import { version } from '../core/version.ts';
import type { DemonstrationHistory } from '../demonstration/history.ts';
import {
  createNotices,
  createSsoNotices,
  type EntryPort,
  installSessions,
  mayBeOffered,
  type Notices,
  type Sessions,
  type SsoNotices,
} from '../identity/index.ts';
import { describeSignUp, hasFirstSteps } from '../onboarding/index.ts';
import { createPages } from '../site/index.ts';
import type { Infrastructure } from './infrastructure.ts';
import { type AppOptions, builtWeb, devPages } from './options.ts';

export interface Documents {
  readonly sessions: Sessions;
  readonly notices: Notices;
  readonly ssoNotices: SsoNotices;
  readonly pages: ReturnType<typeof createPages>;
}

/** Installs sessions, and prepares the documents that browsers load. */
export function installDocuments(
  http: FastifyInstance,
  portal: Infrastructure & Pick<EntryPort, 'remindToConfirm'>,
  from: { options: AppOptions; web: DevelopmentWeb | undefined; history: DemonstrationHistory | undefined },
): Documents {
  const { database, config, providers, catalog } = portal;
  const { options, web, history } = from;
  const { stripe, dist = builtWeb } = options;
  const publicUrl = () => options.publicUrl;
  const productOrigins = async () => listLinkedOrigins(await catalog.findProducts());
  const sessions = installSessions(http, {
    ...portal,
    linkedOrigins: productOrigins,
    sharesSignOut: async () => listSignOutProducts(await catalog.findProducts(), 'en').length > 0,
  });
  const notices = createNotices({ publicUrl: options.publicUrl, providers });
  const ssoNotices = createSsoNotices(portal);
  const pages = createPages({
    database,
    config,
    sessions,
    stripe: {
      publishableKey: stripe.publishableKey,
      scriptUrl: stripe.sandboxUrl ? '/stripe-sandbox/stripe.js' : 'https://js.stripe.com/endive/stripe.js',
    },
    ...devPages(options),
    historyPercent: (session) => history?.percentFor(session) ?? null,
    switcherProducts: async (session, locale) =>
      session ? listSwitcherProducts(await catalog.findProducts(), locale) : [],
    signOutProducts: async (locale) => listSignOutProducts(await catalog.findProducts(), locale),
    version,
    dist,
    ...(web && { developmentDocument: web.document }),
    realStripe: stripe.sandboxUrl === undefined,
    publicUrl,
    linkedOrigins: productOrigins,
    identityOrigins: providers.all.map(({ origin }) => origin),
    externalProviders: providers.all.map(({ name, displayName }) => ({ name, displayName })),
    takeNotice: (request, reply) => ({ ...notices.take(request, reply), ...ssoNotices.take(request, reply) }),
    describeSignUp: (request, state) =>
      describeSignUp({ database, catalog, config, sessions, providers, publicUrl: options.publicUrl }, request, state),
    offersPasskey: (session) => mayBeOffered(database.query, session),
    hasFirstSteps: (session) => hasFirstSteps({ database }, session),
  });
  return { sessions, notices, ssoNotices, pages };
}
