import { accountSettings } from './accounts/account-settings.ts';
import { accounts } from './accounts/accounts.ts';
import { audit } from './accounts/audit.ts';
import { companies } from './accounts/companies.ts';
import { defaultPermissions } from './accounts/default-permissions.ts';
import { userReport } from './accounts/user-report.ts';
import { users } from './accounts/users.ts';
import { billingDetails } from './billing/billing-details.ts';
import { billingOverviews } from './billing/billing-overviews.ts';
import { cancellations } from './billing/cancellations.ts';
import { cards } from './billing/cards.ts';
import { coupons } from './billing/coupons.ts';
import { customers } from './billing/customers.ts';
import { invoices } from './billing/invoices.ts';
import { operations } from './billing/operations.ts';
import { payments } from './billing/payments.ts';
import { purchase } from './billing/purchase.ts';
import { subscriptions } from './billing/subscriptions.ts';
import { trial } from './billing/trial.ts';
import { catalog } from './catalog/catalog.ts';
import { catalogDrafts } from './catalog/catalog-drafts.ts';
import { catalogPlans } from './catalog/catalog-plans.ts';
import { catalogVersions } from './catalog/catalog-versions.ts';
import { acting } from './identity/acting.ts';
import { externalLogins } from './identity/external-logins.ts';
import { externalProviders } from './identity/external-providers.ts';
import { invitations } from './identity/invitations.ts';
import { passkeys } from './identity/passkeys.ts';
import { profile } from './identity/profile.ts';
import { secondFactor } from './identity/second-factor.ts';
import { session } from './identity/session.ts';
import { singleSignOn } from './identity/single-sign-on.ts';
import { userImports } from './identity/user-imports.ts';
import { devices } from './licensing/devices.ts';
import { leakedTokens } from './licensing/leaked-tokens.ts';
import { licenses } from './licensing/licenses.ts';
import { offlineRequests } from './licensing/offline-requests.ts';
import { orders } from './licensing/orders.ts';
import { productDashboards } from './licensing/product-dashboards.ts';
import { productTokens } from './licensing/product-tokens.ts';
import { attention } from './notices/attention.ts';
import { billingRecipients } from './notices/billing-recipients.ts';
import { latePayments } from './notices/late-payments.ts';
import { firstSteps } from './onboarding/first-steps.ts';
import { signUp } from './onboarding/sign-up.ts';
import { accountOverviews } from './operators/account-overviews.ts';
import { cockpit } from './operators/cockpit.ts';
import { disabledAccounts } from './operators/disabled-accounts.ts';
import { health } from './operators/health.ts';
import { mail } from './operators/mail.ts';
import { mirror } from './operators/mirror.ts';
import { operatorSearch } from './operators/operator-search.ts';
import { operators } from './operators/operators.ts';
import { sandbox } from './operators/sandbox.ts';
import { stripeIssues } from './operators/stripe-issues.ts';
import { demonstration } from './site/demonstration.ts';
import { legal } from './site/legal.ts';
import { pages } from './site/pages.ts';

export * from './accounts/account-settings.ts';
export * from './accounts/accounts.ts';
export * from './accounts/audit.ts';
export * from './accounts/audit-groups.ts';
export * from './accounts/brand-colors.ts';
export * from './accounts/companies.ts';
export * from './accounts/default-permissions.ts';
export * from './accounts/logo-files.ts';
export * from './accounts/user-report.ts';
export * from './accounts/users.ts';
export * from './api/comparison-key.ts';
export * from './api/email-address.ts';
export * from './api/endpoint.ts';
export * from './api/errors.ts';
export * from './api/ids-revision.ts';
export * from './api/money-locale.ts';
export * from './api/paths.ts';
export * from './api/permissions.ts';
export * from './api/person-fields.ts';
export * from './api/postal-codes.ts';
export * from './api/preloaded.ts';
export * from './api/reference-data.ts';
export * from './api/roles.ts';
export * from './api/search-key.ts';
export * from './api/shown-customers.ts';
export * from './api/typed-code.ts';
export * from './api/values.ts';
export * from './billing/billing-details.ts';
export * from './billing/billing-overviews.ts';
export * from './billing/cancellations.ts';
export * from './billing/cards.ts';
export * from './billing/coupon-code.ts';
export * from './billing/coupons.ts';
export * from './billing/customers.ts';
export * from './billing/dues.ts';
export * from './billing/invoice-payments.ts';
export * from './billing/invoice-previews.ts';
export * from './billing/invoice-rows.ts';
export * from './billing/invoices.ts';
export * from './billing/operations.ts';
export * from './billing/payments.ts';
export * from './billing/purchase.ts';
export * from './billing/subscriptions.ts';
export * from './billing/tax-id-kinds.ts';
export * from './billing/timeline.ts';
export * from './billing/trial.ts';
export * from './billing/trial-options.ts';
export * from './catalog/catalog.ts';
export * from './catalog/catalog-drafts.ts';
export * from './catalog/catalog-plans.ts';
export * from './catalog/catalog-versions.ts';
export * from './catalog/points-of-sale.ts';
export * from './identity/acting.ts';
export * from './identity/acting-reason.ts';
export * from './identity/external-logins.ts';
export * from './identity/external-provider-types.ts';
export * from './identity/external-providers.ts';
export * from './identity/invitations.ts';
export * from './identity/passkeys.ts';
export * from './identity/password-strength.ts';
export * from './identity/profile.ts';
export * from './identity/second-factor.ts';
export * from './identity/session.ts';
export * from './identity/single-sign-on.ts';
export * from './identity/user-imports.ts';
export * from './licensing/api/index.ts';
export * from './licensing/devices.ts';
export * from './licensing/leaked-tokens.ts';
export * from './licensing/licensed-features.ts';
export * from './licensing/licenses.ts';
export * from './licensing/offline-requests.ts';
export * from './licensing/orders.ts';
export * from './licensing/placeholder-ids.ts';
export * from './licensing/product-dashboards.ts';
export * from './licensing/product-token-limits.ts';
export * from './licensing/product-tokens.ts';
export * from './licensing/serial-numbers.ts';
export * from './notices/attention.ts';
export * from './notices/billing-recipients.ts';
export * from './notices/late-payments.ts';
export * from './notices/notice-days.ts';
export * from './onboarding/first-steps.ts';
export * from './onboarding/sign-up.ts';
export * from './onboarding/sign-up-form.ts';
export {
  maxFunnelDays,
  type SignUpFunnelDay,
  type SignUpFunnelSteps,
  type Unregistered,
} from './onboarding/sign-up-funnel.ts';
export * from './operators/account-overviews.ts';
export * from './operators/cockpit.ts';
export * from './operators/disabled-accounts.ts';
export * from './operators/health.ts';
export * from './operators/mail.ts';
export * from './operators/mirror.ts';
export * from './operators/operator-search.ts';
export * from './operators/operators.ts';
export * from './operators/sandbox.ts';
export * from './operators/stripe-issues.ts';
export * from './site/demonstration.ts';
export * from './site/legal.ts';
export * from './site/pages.ts';

/** Every endpoint, by capability. A new capability is a line here. */
export const contract = {
  accountSettings,
  accountOverviews,
  disabledAccounts,
  accounts,
  acting,
  attention,
  audit,
  billingDetails,
  billingOverviews,
  billingRecipients,
  cancellations,
  cards,
  catalog: { ...catalog, ...catalogPlans, ...catalogDrafts, ...catalogVersions },
  cockpit,
  companies,
  coupons,
  customers,
  defaultPermissions,
  demonstration,
  devices,
  externalLogins,
  firstSteps,
  externalProviders,
  health,
  invitations,
  invoices,
  latePayments,
  legal,
  licenses,
  mail,
  mirror,
  stripeIssues,
  offlineRequests,
  operations,
  operatorSearch,
  operators,
  orders,
  pages,
  passkeys,
  payments,
  productDashboards,
  productTokens: { ...productTokens, ...leakedTokens },
  profile,
  purchase,
  sandbox,
  secondFactor,
  session,
  signUp,
  singleSignOn,
  subscriptions,
  trial,
  userImports,
  users: { ...users, ...userReport },
} as const;

type Contract = typeof contract;
type AnyEndpoint = { [Capability in keyof Contract]: Contract[Capability][keyof Contract[Capability]] }[keyof Contract];

/** 'METHOD /path' → endpoint. The browser names a call by this key and gets its types without loading any schema. */
export type EndpointMap = { [E in AnyEndpoint as `${E['method']} ${E['path']}`]: E };
