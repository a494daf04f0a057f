import type { LinguiConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/**
 * Five catalogs a language. `sign-in` holds what the sign-in page says and nothing else, because that page has to arrive fast.
 * `operator`, `sandbox` and `licenses` hold the words of pages that few people open. `app` holds the rest.
 * The words of a part that pages of two catalogs show stand in both.
 */
const signIn = [
  'src/app/sign-in-main.tsx',
  'src/app/prerender.tsx',
  'src/features/session',
  'src/lib/problem.ts',
  'src/ui/language-switch.tsx',
  'src/ui/password-input.tsx',
  'src/ui/theme-toggle.tsx',
];

const sandbox = ['src/app/pages/sandbox.tsx', 'src/features/sandbox'];

const operator = [
  'src/app/pages/mirror.tsx',
  'src/app/pages/manual-orders.tsx',
  'src/app/pages/operator-licenses.tsx',
  'src/app/pages/messages.tsx',
  'src/features/mail',
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
];

const licenses = [
  'src/app/pages/orders.tsx',
  'src/app/pages/licenses.tsx',
  'src/app/pages/license.tsx',
  'src/app/pages/devices.tsx',
  'src/app/pages/device.tsx',
  'src/features/orders/api',
  'src/features/orders/components',
  'src/features/licenses/components',
  'src/features/devices',
  'src/ui/licensed-feature.tsx',
];

const lazy = { operator, licenses, sandbox };

/** The catalogs that the page in `source` loads. */
export function catalogsOf(source: string): string[] {
  return ['app', ...Object.entries(lazy).flatMap(([name, paths]) => (paths.includes(source) ? [name] : []))];
}

const excluded = (path: string) => `<rootDir>/${path}${path.endsWith('.tsx') ? '' : '/**'}`;
const tests = '**/*.test.*';

export default {
  rootDir: import.meta.dirname,
  sourceLocale: 'en',
  locales: ['en', 'fr'],
  format: formatter({ lineNumbers: false }),
  orderBy: 'message',
  catalogs: [
    { path: '<rootDir>/src/locales/sign-in/{locale}', include: signIn.map((path) => `<rootDir>/${path}`) },
    ...Object.entries(lazy).map(([name, paths]) => ({
      path: `<rootDir>/src/locales/${name}/{locale}`,
      include: paths.map((path) => `<rootDir>/${path}`),
      exclude: [tests],
    })),
    {
      path: '<rootDir>/src/locales/app/{locale}',
      include: ['<rootDir>/src'],
      exclude: [
        tests,
        '<rootDir>/src/features/session/**',
        '<rootDir>/src/app/sign-in-main.tsx',
        '<rootDir>/src/app/prerender.tsx',
        ...Object.values(lazy).flat().map(excluded),
      ],
    },
  ],
} satisfies LinguiConfig;
