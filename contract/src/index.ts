import { accountOverviews } from './account-overviews.ts';
import { accountSettings } from './account-settings.ts';
import { accounts } from './accounts.ts';
import { acting } from './acting.ts';
import { attention } from './attention.ts';
import { audit } from './audit.ts';
import { billingDetails } from './billing-details.ts';
import { billingOverviews } from './billing-overviews.ts';
import { billingRecipients } from './billing-recipients.ts';
import { cancellationOffers } from './cancellation-offers.ts';
import { cancellationReasons } from './cancellation-reasons.ts';
import { cards } from './cards.ts';
import { catalog } from './catalog.ts';
import { catalogDrafts } from './catalog-drafts.ts';
import { cockpit } from './cockpit.ts';
import { companies } from './companies.ts';
import { coupons } from './coupons.ts';
import { customers } from './customers.ts';
import { defaultPermissions } from './default-permissions.ts';
import { demonstration } from './demonstration.ts';
import { devices } from './devices.ts';
import { externalLogins } from './external-logins.ts';
import { externalProviders } from './external-providers.ts';
import { firstSteps } from './first-steps.ts';
import { health } from './health.ts';
import { invitations } from './invitations.ts';
import { invoices } from './invoices.ts';
import { latePayments } from './late-payments.ts';
import { leakedTokens } from './leaked-tokens.ts';
import { legal } from './legal.ts';
import { licenses } from './licenses.ts';
import { mail } from './mail.ts';
import { mirror } from './mirror.ts';
import { offlineRequests } from './offline-requests.ts';
import { operations } from './operations.ts';
import { operatorSearch } from './operator-search.ts';
import { operators } from './operators.ts';
import { orders } from './orders.ts';
import { pages } from './pages.ts';
import { passkeys } from './passkeys.ts';
import { payments } from './payments.ts';
import { productDashboards } from './product-dashboards.ts';
import { productTokens } from './product-tokens.ts';
import { profile } from './profile.ts';
import { purchase } from './purchase.ts';
import { sandbox } from './sandbox.ts';
import { secondFactor } from './second-factor.ts';
import { session } from './session.ts';
import { signUp } from './sign-up.ts';
import { singleSignOn } from './single-sign-on.ts';
import { subscriptions } from './subscriptions.ts';
import { trial } from './trial.ts';
import { userImports } from './user-imports.ts';
import { userReport } from './user-report.ts';
import { users } from './users.ts';

export * from './account-overviews.ts';
export * from './account-settings.ts';
export * from './accounts.ts';
export * from './acting.ts';
export * from './acting-reason.ts';
export * from './attention.ts';
export * from './audit.ts';
export * from './audit-groups.ts';
export * from './billing-details.ts';
export * from './billing-overviews.ts';
export * from './billing-recipients.ts';
export * from './brand-colors.ts';
export * from './cancellation-offers.ts';
export * from './cancellation-reasons.ts';
export * from './cards.ts';
export * from './catalog.ts';
export * from './catalog-drafts.ts';
export * from './cockpit.ts';
export * from './companies.ts';
export * from './coupon-code.ts';
export * from './coupons.ts';
export * from './customers.ts';
export * from './default-permissions.ts';
export * from './demonstration.ts';
export * from './devices.ts';
export * from './dues.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export * from './external-logins.ts';
export * from './external-provider-types.ts';
export * from './external-providers.ts';
export * from './first-steps.ts';
export * from './health.ts';
export * from './invitations.ts';
export * from './invoice-payments.ts';
export * from './invoice-previews.ts';
export * from './invoice-rows.ts';
export * from './invoices.ts';
export * from './late-payments.ts';
export * from './leaked-tokens.ts';
export * from './legal.ts';
export * from './licensed-features.ts';
export * from './licenses.ts';
export * from './licensing/index.ts';
export * from './logo-files.ts';
export * from './mail.ts';
export * from './mirror.ts';
export * from './notice-days.ts';
export * from './offline-requests.ts';
export * from './operations.ts';
export * from './operator-search.ts';
export * from './operators.ts';
export * from './orders.ts';
export * from './pages.ts';
export * from './passkeys.ts';
export * from './password-strength.ts';
export * from './paths.ts';
export * from './payments.ts';
export * from './permissions.ts';
export * from './preloaded.ts';
export * from './product-dashboards.ts';
export * from './product-token-limits.ts';
export * from './product-tokens.ts';
export * from './profile.ts';
export * from './purchase.ts';
export * from './reference-data.ts';
export * from './sandbox.ts';
export * from './second-factor.ts';
export * from './session.ts';
export * from './shown-customers.ts';
export * from './sign-up.ts';
export * from './sign-up-form.ts';
export * from './single-sign-on.ts';
export * from './subscriptions.ts';
export * from './tax-id-kinds.ts';
export * from './timeline.ts';
export * from './trial.ts';
export * from './trial-options.ts';
export * from './user-imports.ts';
export * from './user-report.ts';
export * from './users.ts';
export * from './values.ts';

/** Every endpoint, by capability. A new capability is a line here. */
export const contract = {
  accountSettings,
  accountOverviews,
  accounts,
  acting,
  attention,
  audit,
  billingDetails,
  billingOverviews,
  billingRecipients,
  cancellationOffers,
  cancellationReasons,
  cards,
  catalog: { ...catalog, ...catalogDrafts },
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

/** 'METHOD /path' → endpoint. The browser names a call by this key and is typed by it without carrying any schema. */
export type EndpointMap = { [E in AnyEndpoint as `${E['method']} ${E['path']}`]: E };
