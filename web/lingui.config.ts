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
  'src/app/configure-mfa',
  'src/features/session',
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
  'src/app/sign-up',
  'src/features/sign-up',
  'src/lib/industry-names.ts',
  'src/lib/problem.ts',
  'src/ui/language-switch.tsx',
  'src/ui/part-boundary.tsx',
  'src/ui/password-input.tsx',
  'src/ui/password-rules.tsx',
  'src/ui/theme-toggle.tsx',
];

const sandbox = ['src/app/pages/sandbox.tsx', 'src/features/sandbox'];

const operator = [
  'src/app/pages/mirror.tsx',
  'src/app/pages/manual-orders.tsx',
  'src/app/pages/operator-licenses.tsx',
  'src/app/pages/operator-accounts.tsx',
  'src/app/pages/cockpit.tsx',
  'src/app/operators',
  'src/features/account-overviews',
  'src/lib/industry-names.ts',
  'src/app/pages/late-payments.tsx',
  'src/features/cockpit',
  'src/features/late-payments',
  'src/features/health',
  'src/app/pages/operator-health.tsx',
  'src/features/operator-search',
  'src/app/pages/messages.tsx',
  'src/app/pages/act-as.tsx',
  'src/app/shell/acting-banner.tsx',
  'src/app/shell/acting-is-over.tsx',
  'src/features/acting',
  'src/features/mail',
  'src/app/pages/companies.tsx',
  'src/features/companies',
  'src/app/pages/operators.tsx',
  'src/features/operators',
  'src/features/mirror',
  'src/features/accounts',
  'src/features/orders/manual',
  // Parts of the customers' orders that the operators' page of orders shows.
  'src/features/orders/components/order-facts.tsx',
  'src/features/orders/components/order-tags.tsx',
  'src/features/orders/components/order-text.tsx',
  'src/features/orders/components/status-filter.tsx',
  'src/features/licenses/operator',
  // Texts that operators read too.
  'src/features/licenses/components/license-text.tsx',
  'src/ui/second-factor-tag.tsx',
];

/** The dialog that cancels a subscription loads these words itself; the page that it opens on does not have them. */
const cancelFolder = 'src/features/subscriptions/cancel';

const cancellations = ['src/app/pages/operator-cancellations.tsx', 'src/features/cancellation-reasons'];

/** In the folder of the sign-up, whose visitors do not read these words. */
const funnelFolder = 'src/features/sign-up/operator';

const signUpFunnel = ['src/app/pages/operator-sign-ups.tsx', funnelFolder, 'src/ui/date-range'];

const leakedTokens = [
  'src/app/pages/operator-leaked-tokens.tsx',
  'src/features/product-tokens/operator',
  'src/features/product-tokens/components/token-text.tsx',
];

const licenses = [
  'src/app/pages/orders.tsx',
  'src/app/pages/licenses.tsx',
  'src/app/pages/license.tsx',
  'src/app/pages/device-names-hint.tsx',
  'src/app/pages/devices.tsx',
  'src/app/pages/device.tsx',
  'src/features/orders/api',
  'src/features/orders/components',
  'src/features/licenses/components',
  'src/features/devices',
  'src/features/offline-requests',
  'src/ui/licensed-feature.tsx',
];

const invoices = [
  'src/app/pages/invoices.tsx',
  'src/app/pages/invoice.tsx',
  'src/app/pages/coming-invoices.tsx',
  'src/features/invoices/coming',
  'src/features/invoices/details',
  'src/features/invoices/list',
  'src/ui/date-range',
];

const products = [
  'src/app/pages/home.tsx',
  'src/app/pages/products.tsx',
  'src/app/pages/trial.tsx',
  'src/app/pages/plans.tsx',
  'src/app/pages/product-subscription.tsx',
  'src/app/home',
  'src/app/purchase/current-subscription.tsx',
  'src/features/catalog',
  'src/features/trial',
  'src/lib/industry-names.ts',
  // Parts of the subscriptions' pages that the pages of products show.
  'src/features/subscriptions/api/change-cancellation.ts',
  'src/features/subscriptions/components/keep-subscription.tsx',
  'src/features/subscriptions/components/subscription-text.tsx',
];

const productDashboard = [
  'src/app/pages/product-dashboard.tsx',
  'src/features/product-dashboards',
  'src/features/product-tokens/api',
  'src/features/product-tokens/components',
  'src/ui/date-input.tsx',
  'src/ui/date-range',
];

const subscriptions = [
  'src/app/pages/billing.tsx',
  'src/app/pages/subscription.tsx',
  'src/app/pages/subscriptions.tsx',
  'src/app/pages/product-subscription-details.tsx',
  'src/app/subscription',
  'src/features/subscriptions',
];

/** The dashboard says these words besides those of subscriptions. */
const billing = [
  'src/app/pages/billing.tsx',
  'src/app/billing',
  'src/features/billing-overviews',
  'src/features/cards/components/card-list.tsx',
  'src/features/cards/components/cards-card.tsx',
  'src/features/invoices/components/pending-card.tsx',
  // The newest payments.
  'src/features/payments/components/payment-status.tsx',
  'src/features/payments/components/payment-table.tsx',
];

const pay = ['src/app/pay', 'src/features/invoices/pay'];
const billingDetails = [
  'src/app/pages/billing-details.tsx',
  'src/features/billing-details',
  'src/features/billing-recipients',
];

const payments = ['src/app/pages/payments.tsx', 'src/app/pages/payment.tsx', 'src/features/payments'];

const purchase = [
  'src/app/pages/purchase.tsx',
  'src/app/pages/subscribe.tsx',
  'src/app/purchase/product-purchase.tsx',
  'src/app/purchase/purchase-parts.tsx',
  'src/features/purchase',
  'src/ui/stepper.tsx',
];

const profile = [
  'src/app/pages/profile.tsx',
  'src/app/profile',
  'src/features/profile',
  'src/features/second-factor',
  'src/features/passkeys',
  'src/features/external-logins',
  'src/ui/new-password-dialog.tsx',
  'src/ui/password-rules.tsx',
  'src/ui/stepper.tsx',
];

const users = [
  'src/app/pages/users.tsx',
  'src/app/pages/user.tsx',
  'src/features/users',
  'src/ui/new-password-dialog.tsx',
  'src/ui/password-rules.tsx',
  'src/ui/second-factor-tag.tsx',
];

const settings = [
  'src/app/pages/account-settings.tsx',
  'src/app/pages/audit.tsx',
  'src/features/account-settings',
  'src/features/audit',
  'src/features/users/components/user-picker.tsx',
];

const externalProviders = [
  'src/app/pages/external-providers.tsx',
  'src/app/pages/external-provider.tsx',
  'src/features/external-providers/api',
  'src/features/external-providers/components',
];

/** The page of one provider loads these words with its body, and those of its help when somebody needs it. */
const providerDetails = ['src/features/external-providers/details'];
const providerHelp = ['src/features/external-providers/help'];

const newUsers = [
  'src/app/pages/new-users.tsx',
  'src/features/default-permissions',
  'src/features/invitations',
  'src/features/user-imports',
];

const firstSteps = ['src/features/first-steps/components'];

/** What operators read who change the catalog. Plan cards of the preview are the customers'. */
const draftsFolder = 'src/features/catalog/drafts';
const catalogDrafts = [
  'src/app/pages/catalog.tsx',
  'src/app/pages/catalog-versions.tsx',
  draftsFolder,
  'src/features/coupons',
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
        ...(name === 'catalog-drafts' ? [] : [excluded(draftsFolder)]),
      ],
    })),
    {
      path: '<rootDir>/src/locales/app/{locale}',
      include: ['<rootDir>/src'],
      exclude: [
        tests,
        '<rootDir>/src/features/session/**',
        '<rootDir>/src/app/sign-in-main.tsx',
        '<rootDir>/src/app/prerender.tsx',
        '<rootDir>/src/app/configure-mfa/**',
        '<rootDir>/src/app/sign-up/**',
        '<rootDir>/src/features/sign-up/**',
        ...Object.values(lazy).flat().map(excluded),
      ],
    },
  ],
} satisfies LinguiConfig;
