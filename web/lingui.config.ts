import type { LinguiConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/**
 * Three catalogs a language: `sign-in` holds what the sign-in page says and nothing else, because that page has to arrive fast;
 * `operator` what only operators read, which no customer has to load; `app` holds the rest. A part under `ui` or `lib` that the sign-in page uses stands in both.
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

const operator = [
  'src/app/pages/sandbox.tsx',
  'src/app/pages/mirror.tsx',
  'src/app/pages/manual-orders.tsx',
  'src/app/pages/operator-licenses.tsx',
  'src/features/sandbox',
  'src/features/mirror',
  'src/features/accounts',
  'src/features/orders/manual',
  'src/features/licenses/operator',
];

/** Pages of the application whose words are in the catalog for operators. */
export const operatorPages: readonly string[] = operator.filter((path) => path.startsWith('src/app/pages/'));

export default {
  rootDir: import.meta.dirname,
  sourceLocale: 'en',
  locales: ['en', 'fr'],
  format: formatter({ lineNumbers: false }),
  orderBy: 'message',
  catalogs: [
    { path: '<rootDir>/src/locales/sign-in/{locale}', include: signIn.map((path) => `<rootDir>/${path}`) },
    { path: '<rootDir>/src/locales/operator/{locale}', include: operator.map((path) => `<rootDir>/${path}`) },
    {
      path: '<rootDir>/src/locales/app/{locale}',
      include: ['<rootDir>/src'],
      exclude: [
        '**/*.test.*',
        '<rootDir>/src/features/session/**',
        '<rootDir>/src/app/sign-in-main.tsx',
        '<rootDir>/src/app/prerender.tsx',
        ...operator.map((path) => `<rootDir>/${path}${path.endsWith('.tsx') ? '' : '/**'}`),
      ],
    },
  ],
} satisfies LinguiConfig;
