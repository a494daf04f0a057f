/**
 * The owner of each table. A table is described in `<owner>.gen.ts`, and only the owner's queries use it. The mirror
 * (server/src/core/stripe) also writes the `stripe_*` tables.
 */
export const tableOwners: Readonly<Record<string, string>> = {
  ...owned(
    'accounts',
    'companies',
    'company_logos',
    'accounts',
    'former_customers',
    'account_features',
    'account_notes',
    'registration_details',
    'shown_customers',
  ),
  ...owned('audit', 'audit_events'),
  ...owned('billing-recipients', 'billing_recipients', 'billing_mail_choices', 'billing_mails', 'billing_mail_start'),
  ...owned('built-files', 'built_files'),
  ...owned('cancellations', 'accepted_offers', 'cancellation_reasons'),
  ...owned('cards', 'stripe_payment_methods'),
  ...owned(
    'catalog',
    'catalog_state',
    'products',
    'plans',
    'addons',
    'addon_plans',
    'prices',
    'catalog_prices',
    'negotiated_prices',
    'coupons',
    'catalog_coupons',
    'catalog_versions',
    'catalog_drafts',
  ),
  ...owned('coupons', 'coupon_redemptions'),
  ...owned('customers', 'stripe_customers', 'stripe_customer_balance_transactions'),
  ...owned('default-permissions', 'default_features', 'default_refusals', 'default_products'),
  ...owned('expiry-notices', 'expiry_notices'),
  ...owned('external-logins', 'external_logins', 'external_login_flows'),
  ...owned('first-steps', 'first_steps'),
  ...owned('external-providers', 'external_providers', 'external_provider_domains'),
  ...owned('installation', 'installation'),
  ...owned('legal', 'legal_notices', 'legal_notice_accounts'),
  ...owned(
    'invoices',
    'stripe_invoices',
    'stripe_invoice_lines',
    'stripe_invoice_items',
    'stripe_invoice_payments',
    'stripe_invoice_totals',
    'stripe_credit_notes',
    'stripe_discounts',
    'stripe_tax_rates',
    'stripe_upcoming_invoices',
  ),
  ...owned(
    'devices',
    'devices',
    'device_totals',
    'device_events',
    'device_activity',
    'device_fingerprints',
    'device_sessions',
    'license_days',
  ),
  ...owned('late-payments', 'payment_notices'),
  ...owned('licenses', 'licenses', 'license_totals', 'license_keys', 'license_checks'),
  ...owned('limits', 'rate_limits'),
  ...owned('links', 'one_time_links'),
  ...owned('mail', 'mail_messages'),
  ...owned('offline-requests', 'offline_requests'),
  ...owned('operations', 'stripe_operations'),
  ...owned('orders', 'orders', 'order_totals', 'order_products'),
  ...owned(
    'payments',
    'stripe_payment_intents',
    'stripe_charges',
    'stripe_refunds',
    'stripe_balance_transactions',
    'stripe_payment_totals',
  ),
  ...owned('passkeys', 'passkeys', 'passkey_challenges'),
  ...owned('product-tokens', 'product_tokens'),
  ...owned('purchase', 'purchase_quotes'),
  ...owned('releases', 'license_release_grants'),
  ...owned('second-factor', 'second_factors', 'authenticator_setups', 'factor_codes', 'recovery_codes'),
  ...owned('session', 'sessions', 'sign_in_challenges', 'known_browsers', 'known_networks'),
  ...owned(
    'sign-up',
    'sign_up_quotes',
    'sign_up_registrations',
    'sign_up_identities',
    'sign_up_solutions',
    'sign_up_cards',
    'sign_up_visits',
    'sign_up_outcomes',
  ),
  ...owned(
    'single-sign-on',
    'sso_identities',
    'sso_flows',
    'sso_tests',
    'sso_sign_ins',
    'sso_sessions',
    'sso_logout_tokens',
    'sso_break_glass_codes',
  ),
  ...owned(
    'stripe',
    'stripe_events',
    'stripe_event_objects',
    'stripe_event_cursor',
    'stripe_mirror_runs',
    'stripe_mirror_steps',
    'stripe_mirror_differences',
    'stripe_issues',
  ),
  ...owned(
    'subscriptions',
    'subscriptions',
    'product_trials',
    'stripe_subscriptions',
    'stripe_subscription_schedules',
    'closing_contacts',
    'subscription_changes',
  ),
  ...owned('trial', 'trial_information'),
  ...owned('users', 'users', 'user_totals', 'user_features', 'user_products', 'user_refusals'),
};

function owned(owner: string, ...tables: readonly string[]): Record<string, string> {
  return Object.fromEntries(tables.map((table) => [table, owner]));
}

/** A type that the database cannot state, and the module that exports it. */
interface ColumnType {
  readonly type: string;
  readonly name: string;
  readonly from: string;
}

const storedTypes = './stored-types.ts';
const feature: ColumnType = { type: 'Feature', name: 'Feature', from: '@portico/contract' };

/**
 * Types of columns that their owners do not parse yet, by table and column. Nothing validates stored values against
 * them; remove an entry once the owner parses the column. A `jsonb` column without an entry is `unknown`.
 */
export const columnTypes: Readonly<Record<string, ColumnType>> = {
  'accounts.business_address': { type: 'ShippingDetails', name: 'ShippingDetails', from: '@portico/contract' },
  'account_features.feature': feature,
  'default_features.feature': feature,
  'user_features.feature': feature,
  'stripe_invoices.status': { type: 'InvoiceStatus', name: 'InvoiceStatus', from: storedTypes },
  'sign_up_registrations.error': { type: 'OperationError', name: 'OperationError', from: storedTypes },
  'stripe_operations.error': { type: 'OperationError', name: 'OperationError', from: storedTypes },
  'stripe_operations.attempts': { type: 'OperationAttempts', name: 'OperationAttempts', from: storedTypes },
  'stripe_operations.actor': { type: 'Record<string, unknown>', name: '', from: '' },
  'subscriptions.discounts': { type: 'HeldDiscount[]', name: 'HeldDiscount', from: storedTypes },
  'subscriptions.items': { type: 'HeldItem[]', name: 'HeldItem', from: storedTypes },
  'subscriptions.payment_failure': { type: 'PaymentFailure', name: 'PaymentFailure', from: storedTypes },
};
