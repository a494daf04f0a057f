import { findMailReader, findUserNames, hasOperators } from '../accounts/index.ts';
import type { PortalModule } from '../core/portal-module.ts';
import type { Gateway } from '../core/stripe/index.ts';
import { accountOverviewsModule } from './account-overviews/account-overviews.routes.ts';
import type { AccountOverviewsContext } from './account-overviews/account-overviews.service.ts';
import { cockpitModule } from './cockpit/cockpit.routes.ts';
import type { CockpitContext } from './cockpit/cockpit.service.ts';
import { disabledAccountsModule } from './disabled-accounts/disabled-accounts.routes.ts';
import type { DisabledAccountsContext } from './disabled-accounts/disabled-accounts.service.ts';
import { healthModule } from './health/health.routes.ts';
import type { HealthContext } from './health/health.service.ts';
import { mailModule } from './mail/mail.routes.ts';
import type { MailContext } from './mail/mail.service.ts';
import { mirrorModule } from './mirror/mirror.routes.ts';
import type { MirrorContext } from './mirror/mirror.service.ts';
import { operatorSearchModule } from './operator-search/operator-search.routes.ts';
import { operatorsModule } from './operators/operators.routes.ts';
import type { OperatorsContext } from './operators/operators.service.ts';
import { sandboxModule } from './sandbox/sandbox.routes.ts';
import type { SandboxContext } from './sandbox/sandbox.service.ts';
import { stripeIssuesModule } from './stripe-issues/stripe-issues.routes.ts';
import type { StripeIssuesContext } from './stripe-issues/stripe-issues.service.ts';

type DomainContext = AccountOverviewsContext &
  CockpitContext &
  Omit<DisabledAccountsContext, 'accountPeople'> &
  HealthContext &
  Omit<MailContext, 'findMailReader'> &
  MirrorContext &
  OperatorsContext &
  StripeIssuesContext & {
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
    disabledAccountsModule({ ...context, accountPeople: { hasOperators, findUserNames } }),
    operatorSearchModule(context),
    operatorsModule(context),
    stripeIssuesModule(context),
    healthModule(context),
    mirrorModule(context),
    mailModule({ ...context, findMailReader }),
    ...(control ? [sandboxModule({ control, refresh: gateway.mirror.refresh })] : []),
  ];
}
