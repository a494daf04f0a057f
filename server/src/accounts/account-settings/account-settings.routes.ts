import { contract } from '@portico/contract';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import {
  type AccountSettingsContext,
  getActingNotice,
  getNoticeDays,
  getSessionLifetime,
  getSettings,
  saveActingNotice,
  saveNoticeDays,
  saveSessionLifetime,
  saveSettings,
} from './account-settings.service.ts';

const { accountSettings } = contract;

function accountSettingsRoutes(context: AccountSettingsContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(accountSettings.get, ({ context }) => getSettings(context)),
    route(accountSettings.save, ({ context, body }) => saveSettings(context, body)),
    route(accountSettings.getSessionLifetime, ({ context }) => getSessionLifetime(context)),
    route(accountSettings.saveSessionLifetime, ({ context, body }) =>
      saveSessionLifetime(context, body.expirationTimeInSeconds),
    ),
    route(accountSettings.getActingNotice, ({ context }) => getActingNotice(context)),
    route(accountSettings.getNoticeDays, ({ context }) => getNoticeDays(context)),
    route(accountSettings.saveNoticeDays, ({ context, body }) => saveNoticeDays(context, body.days)),
    route(accountSettings.saveActingNotice, ({ context, body }) => saveActingNotice(context, body.notifyActing)),
  ];
}

/** Settings that an account's admins choose for all of its users. */
export function accountSettingsModule(context: AccountSettingsContext): PortalModule {
  return { routes: accountSettingsRoutes(context) };
}
