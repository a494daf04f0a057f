import type { Config } from '../core/config.ts';
import type { PortalModule } from '../core/portal-module.ts';
import { accountSettingsModule } from './account-settings/account-settings.routes.ts';
import { accountsModule } from './accounts/accounts.routes.ts';
import { auditModule } from './audit/audit-log.routes.ts';
import type { AuditLogContext } from './audit/audit-log.service.ts';
import { companiesModule } from './companies/companies.routes.ts';
import type { CompaniesContext } from './companies/companies.service.ts';
import { defaultPermissionsModule } from './default-permissions/default-permissions.routes.ts';
import { findDefaults } from './default-permissions/default-permissions.service.ts';
import { linksModule } from './links/links.service.ts';
import type { SignInPort } from './ports.ts';
import { findNamedUsers } from './users/named.queries.ts';
import { hasOperators } from './users/operators.queries.ts';
import type { UsersContext } from './users/users.context.ts';
import { findUserNames } from './users/users.queries.ts';
import { userReportModule, usersModule } from './users/users.routes.ts';

type DomainContext = Omit<UsersContext, 'findDefaults'> &
  CompaniesContext &
  Omit<AuditLogContext, 'findNamedUsers' | 'auditRetentionDays'> & {
    readonly config: Pick<Config, 'auditRetentionDays'>;
  } & SignInPort;

/** Accounts, their users, the vendor's brands, settings and the audit log. */
export function accountsDomain(context: DomainContext): readonly PortalModule[] {
  const { config } = context;
  return [
    accountsModule({ ...context, accountPeople: { hasOperators, findUserNames } }),
    companiesModule(context),
    usersModule({ ...context, findDefaults }),
    userReportModule(context),
    accountSettingsModule(context),
    defaultPermissionsModule(context),
    auditModule({ ...context, findNamedUsers, auditRetentionDays: config.auditRetentionDays }),
    linksModule(context),
  ];
}
