import { createAudit, findBrand, findMailReader } from '../accounts/index.ts';
import { createCatalog } from '../catalog/index.ts';
import { createMail } from '../core/mail/index.ts';
import { createOperations } from '../core/operations/index.ts';
import { createGateway } from '../core/stripe/index.ts';
import { configuredProviders } from '../identity/index.ts';
import type { AppOptions } from './options.ts';

export type Infrastructure = ReturnType<typeof createInfrastructure>;

/** What every domain may use: database, Stripe, mail, operations, the audit log, the catalog and the configured identity providers. */
export function createInfrastructure({ config, database, logger, stripe, publicUrl, invoiceMailDelay }: AppOptions) {
  const gateway = createGateway(database, stripe.client, logger);
  return {
    config,
    database,
    logger,
    publicUrl,
    gateway,
    operations: createOperations(database, logger),
    audit: createAudit({ database, appSecret: config.appSecret }),
    mail: createMail({
      config,
      database,
      logger,
      publicUrl,
      findBrand,
      findReader: findMailReader,
      readPdf: gateway.invoicePdfs.readForMail,
    }),
    invoiceMailDelay,
    catalog: createCatalog({ database }),
    providers: configuredProviders(config),
  };
}
