import { createAudit, findBrand, findMailTimeZone } from '../accounts/index.ts';
import { billingParts, createAccountHoldings } from '../billing/index.ts';
import { createCatalog } from '../catalog/index.ts';
import { createMail } from '../core/mail/index.ts';
import { createOperations } from '../core/operations/index.ts';
import { createGateway } from '../core/stripe/index.ts';
import {
  configuredProviders,
  endSessionsOf,
  endSessionsOfAccount,
  hasPasskeys,
  inviteUser,
  removeSecondFactors,
} from '../identity/index.ts';
import { deliver, findDevicesInUse, findSeats, licensingParts } from '../licensing/index.ts';
import { createBillingFacts } from '../notices/index.ts';
import type { AppOptions } from './options.ts';
import { planHolders } from './plan-holders.queries.ts';

export type PortalContext = ReturnType<typeof createPortalContext>;

/** Functions of higher domains that lower ones need. */
const upward = {
  /** Accounts and users ask identity. */
  endSessionsOf,
  endSessionsOfAccount,
  removeSecondFactors,
  inviteUser,
  hasPasskeys,
  /** The catalog asks billing and licensing. */
  ...planHolders,
  /** Billing asks licensing. */
  deliver,
  findDevicesInUse,
  findSeats,
};

/** The context of the domains: infrastructure, the audit log, the catalog, and what lower domains ask of higher ones. */
export function createPortalContext({ config, database, logger, stripe, publicUrl, invoiceMailDelay }: AppOptions) {
  const gateway = createGateway(database, stripe.client, logger);
  const billingFacts = createBillingFacts(config);
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
      findTimeZone: findMailTimeZone,
      readPdf: gateway.invoicePdfs.readForMail,
    }),
    invoiceMailDelay,
    findMailTimeZone,
    catalog: createCatalog({ database }),
    auditRetentionDays: config.auditRetentionDays,
    providers: configuredProviders(config),
    billingFacts,
    holdings: createAccountHoldings(database, { findDevicesInUse, billingFacts }),
    ...upward,
    ...billingParts,
    ...licensingParts,
  };
}
