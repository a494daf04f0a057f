import { contract } from '@portico/contract';
import { bindEndpoint } from '../../core/http/bind-endpoint.ts';
import { readRequestOrigin } from '../../core/http/request-origin.ts';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { activateProvider, saveProvider } from './change-provider.ts';
import { checkDomainLink, mailDomain, proveByLink } from './domain-links.service.ts';
import type { ExternalProvidersContext } from './external-providers.context.ts';
import {
  createProvider,
  deactivateProvider,
  getProvider,
  listOwnProviders,
  listProductLinks,
  removeProvider,
} from './external-providers.service.ts';
import { addDomain, checkDomain, removeDomain } from './mail-domains.service.ts';
import { sendSecretExpiryWarnings } from './secret-warnings.ts';

const { externalProviders } = contract;

function externalProviderRoutes(context: ExternalProvidersContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(externalProviders.list, ({ context }) => listOwnProviders(context)),
    route(externalProviders.productLinks, ({ context }) => listProductLinks(context)),
    route(externalProviders.details, ({ context, params }) => getProvider(context, params.id)),
    route(externalProviders.create, ({ context, body }) => createProvider(context, body)),
    route(externalProviders.update, ({ context, params, body }) => saveProvider(context, params.id, body)),
    route(externalProviders.activate, ({ context, params, body }) => activateProvider(context, params.id, body)),
    route(externalProviders.deactivate, ({ context, params }) => deactivateProvider(context, params.id)),
    route(externalProviders.remove, ({ context, params }) => removeProvider(context, params.id)),
    route(externalProviders.addDomain, ({ context, params, body }) => addDomain(context, params.id, body.domain)),
    route(externalProviders.checkDomain, ({ context, params }) => checkDomain(context, params)),
    route(externalProviders.mailDomain, ({ context, params }) => mailDomain(context, params)),
    route(externalProviders.removeDomain, ({ context, params }) => removeDomain(context, params)),
    route(externalProviders.breakGlass, ({ context }) => context.makeBreakGlassCode(context)),
    ...linkRoutes(context),
  ];
}

/** Routes for the holder of a mailed link, signed in or not. */
function linkRoutes(context: ExternalProvidersContext): Route[] {
  const answers = [
    [externalProviders.domainLink, checkDomainLink],
    [externalProviders.proveByLink, proveByLink],
  ] as const;
  return answers.map(([endpoint, answer]) => ({
    bind: (app) =>
      bindEndpoint(app, endpoint, ({ body, http }) =>
        answer(context, { token: body.token, origin: readRequestOrigin(http) }),
      ),
  }));
}

/** The identity providers that accounts configure. */
export function externalProvidersModule(context: ExternalProvidersContext): PortalModule {
  return {
    routes: externalProviderRoutes(context),
    jobs: [
      {
        name: 'external-providers-warn-of-secrets',
        maxAttempts: 5,
        schedule: '23 9 * * *',
        run: () => sendSecretExpiryWarnings(context, new Date()),
      },
    ],
  };
}
