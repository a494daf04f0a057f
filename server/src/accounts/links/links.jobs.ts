import type { Database } from '../../core/db/database.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { deleteExpiredLinks } from './links.queries.ts';

/** Mailed links, each of which works once. */
export function linksModule({ database }: { readonly database: Database }): PortalModule {
  return {
    jobs: [
      {
        name: 'links-purge',
        maxAttempts: 3,
        schedule: '7 * * * *',
        run: () => deleteExpiredLinks(database.query),
      },
    ],
  };
}
