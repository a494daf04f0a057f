import type { LinguiConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { assignCatalogs } from './build/message-catalogs.ts';

const rootDir = import.meta.dirname;

export default {
  rootDir,
  sourceLocale: 'en',
  locales: ['en', 'fr'],
  // Without the positions of messages, moving a file changes no catalog.
  format: formatter({ origins: false }),
  orderBy: 'message',
  runtimeConfigModule: { Trans: ['#trans', 'Trans'] },
  catalogs: [...assignCatalogs(rootDir).files].map(([name, files]) => ({
    path: `<rootDir>/src/locales/${name}/{locale}`,
    include: files.map((file) => `<rootDir>/${file}`),
  })),
} satisfies LinguiConfig;
