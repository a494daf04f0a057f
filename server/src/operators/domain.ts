import { findMailTimeZone } from '../accounts/index.ts';
import type { PortalModule } from '../core/portal-module.ts';
import type { Gateway } from '../core/stripe/index.ts';
import { accountOverviewsModule } from './account-overviews/account-overviews.module.ts';
import type { AccountOverviewsContext } from './account-overviews/account-overviews.service.ts';
import { cockpitModule } from './cockpit/cockpit.module.ts';
import type { CockpitContext } from './cockpit/cockpit.service.ts';
import { healthModule } from './health/health.module.ts';
import type { HealthContext } from './health/health.service.ts';
import { mailModule } from './mail/mail.module.ts';
import type { MailContext } from './mail/mail.service.ts';
import { mirrorModule } from './mirror/mirror.module.ts';
import type { MirrorContext } from './mirror/mirror.service.ts';
import { operatorSearchModule } from './operator-search/operator-search.module.ts';
import type { OperatorsContext } from './operators/operators.context.ts';
import { operatorsModule } from './operators/operators.module.ts';
import { sandboxModule } from './sandbox/sandbox.module.ts';
import type { SandboxContext } from './sandbox/sandbox.service.ts';

type DomainContext = AccountOverviewsContext &
  CockpitContext &
  HealthContext &
  Omit<MailContext, 'findMailTimeZone'> &
  MirrorContext &
  OperatorsContext & {
    readonly gateway: { readonly mirror: Pick<Gateway['mirror'], 'refresh'> };
    /** The control of the sandbox; undefined if it has no page. */
    readonly control: SandboxContext['control'] | undefined;
  };

/** The screens of the vendor's staff for all accounts and for the installation. */
export function operatorsDomain(context: DomainContext): readonly PortalModule[] {
  const { control, gateway } = context;
  return [
    cockpitModule(context),
    accountOverviewsModule(context),
    operatorSearchModule(context),
    operatorsModule(context),
    healthModule(context),
    mirrorModule(context),
    mailModule({ ...context, findMailTimeZone }),
    ...(control ? [sandboxModule({ control, refresh: gateway.mirror.refresh })] : []),
  ];
}
