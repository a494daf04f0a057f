import { contract } from '@portico/contract';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { DefaultPermissionsContext } from './default-permissions.service.ts';
import {
  getDefaultPermissions,
  getDefaultProducts,
  saveDefaultPermissions,
  saveDefaultProducts,
} from './default-permissions.service.ts';

const { defaultPermissions } = contract;

function defaultPermissionRoutes(context: DefaultPermissionsContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(defaultPermissions.get, ({ context }) => getDefaultPermissions(context)),
    route(defaultPermissions.save, ({ context, query, body }) => saveDefaultPermissions(context, body, query.revision)),
    route(defaultPermissions.getProducts, ({ context }) => getDefaultProducts(context)),
    route(defaultPermissions.saveProducts, ({ context, query, body }) =>
      saveDefaultProducts(context, body, query.revision),
    ),
  ];
}

/** The features, permissions and products of an account's new users. */
export function defaultPermissionsModule(context: DefaultPermissionsContext): PortalModule {
  return { routes: defaultPermissionRoutes(context) };
}
