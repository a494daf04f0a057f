import { contract } from '@portico/contract';
import { createRouteBuilder } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { type DisabledAccountsContext, disable, enable } from './disabled-accounts.service.ts';

const { disabledAccounts } = contract;

/** Disables and enables accounts. */
export function disabledAccountsModule(context: DisabledAccountsContext): PortalModule {
  const route = createRouteBuilder(context);
  return {
    routes: [
      route(disabledAccounts.disable, ({ context, params, body }) => disable(context, params.id, body)),
      route(disabledAccounts.enable, ({ context, params }) => enable(context, params.id)),
    ],
  };
}
