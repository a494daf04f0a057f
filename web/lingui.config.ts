import type { LinguiConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/**
 * Two catalogues a language: `sign-in` holds what the sign-in page says and nothing else, because that page has to arrive fast;
 * `app` holds the rest. A part under `ui` or `lib` that the sign-in page uses stands in both.
 */
const signIn = [
  'src/app/sign-in-main.tsx',
  'src/app/prerender.tsx',
  'src/features/sign-in',
  'src/lib/problem.ts',
  'src/ui/language-switch.tsx',
  'src/ui/password-input.tsx',
  'src/ui/theme-toggle.tsx',
];

export default {
  rootDir: import.meta.dirname,
  sourceLocale: 'en',
  locales: ['en', 'fr'],
  format: formatter({ lineNumbers: false }),
  orderBy: 'message',
  catalogs: [
    { path: '<rootDir>/src/locales/sign-in/{locale}', include: signIn.map((path) => `<rootDir>/${path}`) },
    {
      path: '<rootDir>/src/locales/app/{locale}',
      include: ['<rootDir>/src'],
      exclude: [
        '**/*.test.*',
        '<rootDir>/src/features/sign-in/**',
        '<rootDir>/src/app/sign-in-main.tsx',
        '<rootDir>/src/app/prerender.tsx',
      ],
    },
  ],
} satisfies LinguiConfig;
