import type { PortalModule } from '../../core/portal-module.ts';
import { accountSettingsRoutes } from './account-settings.routes.ts';
import type { AccountSettingsContext } from './account-settings.service.ts';

/** What an account's admins set for all of its users. */
export function accountSettingsModule(context: AccountSettingsContext): PortalModule {
  return { routes: accountSettingsRoutes(context) };
}
