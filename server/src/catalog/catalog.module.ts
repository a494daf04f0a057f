import type { Database } from '../core/db/database.ts';
import type { PortalModule } from '../core/portal-module.ts';
import type { StripeClient } from '../core/stripe/index.ts';
import { catalogRoutes } from './catalog.routes.ts';
import type { CatalogContext } from './catalog.service.ts';
import { draftRoutes } from './drafts/drafts.routes.ts';
import type { DraftsContext } from './drafts/opened.ts';
import { publishJob } from './versions/publish.ts';

/** The products and plans that the vendor sells. */
export function catalogModule(context: CatalogContext & DraftsContext): PortalModule {
  return { routes: [...catalogRoutes(context), ...draftRoutes(context)], jobs: [publishJob(context)] };
}

/**
 * Applies a catalog file to the database and to Stripe. Only differences are changed.
 * @returns ids of the file's products, in its order.
 * @throws CatalogFileError with all problems of the file. Nothing was applied then.
 */
export async function applyCatalogFile(options: {
  readonly file: string;
  readonly database: Database;
  readonly client: StripeClient;
}): Promise<{ readonly productIds: readonly string[] }> {
  const { file, database, client } = options;
  // Loaded here, because a portal applies a file at most once.
  const [{ readCatalogFile }, { applyCatalog }, { createCatalogGateway }] = await Promise.all([
    import('./file/read-catalog-file.ts'),
    import('./apply/apply-catalog.ts'),
    import('../core/stripe/calls/catalog-gateway.ts'),
  ]);
  const catalog = readCatalogFile(file);
  await applyCatalog({ database, gateway: createCatalogGateway(client), catalog });
  return { productIds: catalog.definition.products.map(({ id }) => id) };
}
