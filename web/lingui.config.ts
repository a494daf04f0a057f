import type { LinguiConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/**
 * Several catalogs a language. `sign-in` holds what the sign-in page says and nothing else, because that page has to arrive fast.
 * Each of the lazy ones holds the words of some pages. `app` holds what every page may say.
 * The words of a part that pages of two catalogs show stand in both.
 */
const signIn = [
  'src/app/sign-in-main.tsx',
  'src/app/prerender.tsx',
  'src/identity/pages/configure-mfa',
  'src/identity/session',
  'src/lib/problem.ts',
  'src/ui/copy-button.tsx',
  'src/ui/dialog.tsx',
  'src/ui/language-switch.tsx',
  'src/ui/part-boundary.tsx',
  'src/ui/password-input.tsx',
  'src/ui/password-rules.tsx',
  'src/ui/theme-toggle.tsx',
];

/** What the sign-up says until the plans are shown. */
const signUp = [
  'src/app/prerender.tsx',
  'src/onboarding/pages/sign-up',
  'src/onboarding/sign-up',
  'src/lib/industry-names.ts',
  'src/lib/problem.ts',
  'src/ui/language-switch.tsx',
  'src/ui/part-boundary.tsx',
  'src/ui/password-input.tsx',
  'src/ui/password-rules.tsx',
  'src/ui/theme-toggle.tsx',
];

const sandbox = ['src/operators/pages/sandbox.tsx', 'src/operators/sandbox'];

const operator = [
  'src/operators/pages/mirror.tsx',
  'src/licensing/pages/manual-orders.tsx',
  'src/licensing/pages/operator-licenses.tsx',
  'src/operators/pages/operator-accounts.tsx',
  'src/operators/pages/cockpit.tsx',
  'src/app/operators',
  'src/operators/account-overviews',
  'src/lib/industry-names.ts',
  'src/notices/pages/late-payments.tsx',
  'src/operators/cockpit',
  'src/notices/late-payments',
  'src/operators/health',
  'src/operators/pages/operator-health.tsx',
  'src/operators/operator-search',
  'src/operators/pages/messages.tsx',
  'src/identity/pages/act-as.tsx',
  'src/app/shell/acting-banner.tsx',
  'src/app/shell/acting-is-over.tsx',
  'src/identity/acting',
  'src/operators/mail',
  'src/accounts/pages/companies.tsx',
  'src/accounts/companies',
  'src/operators/pages/operators.tsx',
  'src/operators/operators',
  'src/operators/mirror',
  'src/accounts/accounts',
  'src/licensing/orders/manual',
  // Parts of the customers' orders that the operators' page of orders shows.
  'src/licensing/orders/components/order-facts.tsx',
  'src/licensing/orders/components/order-tags.tsx',
  'src/licensing/orders/components/order-text.tsx',
  'src/licensing/orders/components/status-filter.tsx',
  'src/licensing/licenses/operator',
  // Texts that operators read too.
  'src/licensing/licenses/components/license-text.tsx',
  'src/ui/second-factor-tag.tsx',
];

/** The dialog that cancels a subscription loads these words itself; the page that it opens on does not have them. */
const cancelFolder = 'src/billing/subscriptions/cancel';

const cancellations = ['src/billing/pages/operator-cancellations.tsx', 'src/billing/cancellation-reasons'];

/** In the folder of the sign-up, whose visitors do not read these words. */
const funnelFolder = 'src/onboarding/sign-up/operator';

const signUpFunnel = ['src/onboarding/pages/operator-sign-ups.tsx', funnelFolder, 'src/ui/date-range'];

const leakedTokens = [
  'src/licensing/pages/operator-leaked-tokens.tsx',
  'src/licensing/product-tokens/operator',
  'src/licensing/product-tokens/components/token-text.tsx',
];

const licenses = [
  'src/licensing/pages/orders.tsx',
  'src/licensing/pages/licenses.tsx',
  'src/licensing/pages/license.tsx',
  'src/licensing/pages/device-names-hint.tsx',
  'src/licensing/pages/devices.tsx',
  'src/licensing/pages/device.tsx',
  'src/licensing/orders/api',
  'src/licensing/orders/components',
  'src/licensing/licenses/components',
  'src/licensing/devices',
  'src/licensing/offline-requests',
  'src/ui/licensed-feature.tsx',
];

const invoices = [
  'src/billing/pages/invoices.tsx',
  'src/billing/pages/invoice.tsx',
  'src/billing/pages/coming-invoices.tsx',
  'src/billing/invoices/coming',
  'src/billing/invoices/details',
  'src/billing/invoices/list',
  'src/ui/date-range',
];

const products = [
  'src/site/pages/home.tsx',
  'src/catalog/pages/products.tsx',
  'src/billing/pages/trial.tsx',
  'src/catalog/pages/plans.tsx',
  'src/catalog/pages/product-subscription.tsx',
  'src/site/pages/home',
  'src/billing/pages/purchase/current-subscription.tsx',
  'src/catalog',
  'src/billing/trial',
  'src/lib/industry-names.ts',
  // Parts of the subscriptions' pages that the pages of products show.
  'src/billing/subscriptions/api/change-cancellation.ts',
  'src/billing/subscriptions/components/keep-subscription.tsx',
  'src/billing/subscriptions/components/subscription-text.tsx',
];

const productDashboard = [
  'src/licensing/pages/product-dashboard.tsx',
  'src/licensing/product-dashboards',
  'src/licensing/product-tokens/api',
  'src/licensing/product-tokens/components',
  'src/ui/date-input.tsx',
  'src/ui/date-range',
];

const subscriptions = [
  'src/billing/pages/billing.tsx',
  'src/billing/pages/subscription.tsx',
  'src/billing/pages/subscriptions.tsx',
  'src/billing/pages/product-subscription-details.tsx',
  'src/billing/pages/subscription',
  'src/billing/subscriptions',
];

/** The dashboard says these words besides those of subscriptions. */
const billing = [
  'src/billing/pages/billing.tsx',
  'src/billing/pages/overview',
  'src/billing/billing-overviews',
  'src/billing/cards/components/card-list.tsx',
  'src/billing/cards/components/cards-card.tsx',
  'src/billing/invoices/components/pending-card.tsx',
  // The newest payments.
  'src/billing/payments/components/payment-status.tsx',
  'src/billing/payments/components/payment-table.tsx',
];

const pay = ['src/billing/pages/pay', 'src/billing/invoices/pay'];
const billingDetails = [
  'src/billing/pages/billing-details.tsx',
  'src/billing/billing-details',
  'src/notices/billing-recipients',
];

const payments = ['src/billing/pages/payments.tsx', 'src/billing/pages/payment.tsx', 'src/billing/payments'];

const purchase = [
  'src/billing/pages/purchase.tsx',
  'src/billing/pages/subscribe.tsx',
  'src/billing/pages/purchase/product-purchase.tsx',
  'src/billing/pages/purchase/purchase-parts.tsx',
  'src/billing/purchase',
  'src/ui/stepper.tsx',
];

const profile = [
  'src/identity/pages/profile.tsx',
  'src/identity/pages/profile',
  'src/identity/profile',
  'src/identity/second-factor',
  'src/identity/passkeys',
  'src/identity/external-logins',
  'src/ui/new-password-dialog.tsx',
  'src/ui/password-rules.tsx',
  'src/ui/stepper.tsx',
];

const users = [
  'src/accounts/pages/users.tsx',
  'src/accounts/pages/user.tsx',
  'src/accounts/users',
  'src/ui/new-password-dialog.tsx',
  'src/ui/password-rules.tsx',
  'src/ui/second-factor-tag.tsx',
];

const settings = [
  'src/accounts/pages/account-settings.tsx',
  'src/accounts/pages/audit.tsx',
  'src/accounts/account-settings',
  'src/accounts/audit',
  'src/accounts/users/components/user-picker.tsx',
];

const externalProviders = [
  'src/identity/pages/external-providers.tsx',
  'src/identity/pages/external-provider.tsx',
  'src/identity/external-providers/api',
  'src/identity/external-providers/components',
];

/** The page of one provider loads these words with its body, and those of its help when somebody needs it. */
const providerDetails = ['src/identity/external-providers/details'];
const providerHelp = ['src/identity/external-providers/help'];

const newUsers = [
  'src/identity/pages/new-users.tsx',
  'src/accounts/default-permissions',
  'src/identity/invitations',
  'src/identity/user-imports',
];

const firstSteps = ['src/onboarding/first-steps/components'];

/** What operators read who change the catalog. Plan cards of the preview are the customers'. */
const draftsFolder = 'src/catalog/drafts';
const catalogDrafts = [
  'src/catalog/pages/catalog.tsx',
  'src/catalog/pages/catalog-versions.tsx',
  draftsFolder,
  'src/billing/coupons',
];

const lazy = {
  'billing-details': billingDetails,
  cancel: [cancelFolder],
  cancellations,
  'catalog-drafts': catalogDrafts,
  'first-steps': firstSteps,
  'sign-up-funnel': signUpFunnel,
  'external-providers': externalProviders,
  'provider-details': providerDetails,
  'provider-help': providerHelp,
  'new-users': newUsers,
  'leaked-tokens': leakedTokens,
  invoices,
  operator,
  licenses,
  sandbox,
  'product-dashboard': productDashboard,
  products,
  billing,
  pay,
  payments,
  profile,
  subscriptions,
  purchase,
  users,
  settings,
};

/** Every catalog, by its folder in `src/locales`. */
export const catalogNames = ['app', 'sign-in', 'sign-up', ...Object.keys(lazy)];

/** The catalogs that the page in `source` loads. */
export function catalogsOf(source: string): string[] {
  return ['app', ...Object.entries(lazy).flatMap(([name, paths]) => (paths.includes(source) ? [name] : []))];
}

const excluded = (path: string) => `<rootDir>/${path}${/\.tsx?$/.test(path) ? '' : '/**'}`;
const tests = '**/*.test.*';

export default {
  rootDir: import.meta.dirname,
  sourceLocale: 'en',
  locales: ['en', 'fr'],
  format: formatter({ lineNumbers: false }),
  orderBy: 'message',
  catalogs: [
    { path: '<rootDir>/src/locales/sign-in/{locale}', include: signIn.map((path) => `<rootDir>/${path}`) },
    {
      path: '<rootDir>/src/locales/sign-up/{locale}',
      include: signUp.map((path) => `<rootDir>/${path}`),
      exclude: [tests, excluded(funnelFolder)],
    },
    ...Object.entries(lazy).map(([name, paths]) => ({
      path: `<rootDir>/src/locales/${name}/{locale}`,
      include: paths.map((path) => `<rootDir>/${path}`),
      exclude: [
        tests,
        ...(name === 'cancel' ? [] : [excluded(cancelFolder)]),
        ...(name === 'catalog-drafts' ? [] : catalogDrafts.map(excluded)),
      ],
    })),
    {
      path: '<rootDir>/src/locales/app/{locale}',
      include: ['<rootDir>/src'],
      exclude: [
        tests,
        '<rootDir>/src/identity/session/**',
        '<rootDir>/src/app/sign-in-main.tsx',
        '<rootDir>/src/app/prerender.tsx',
        '<rootDir>/src/identity/pages/configure-mfa/**',
        '<rootDir>/src/onboarding/pages/sign-up/**',
        '<rootDir>/src/onboarding/sign-up/**',
        ...Object.values(lazy).flat().map(excluded),
      ],
    },
  ],
} satisfies LinguiConfig;
