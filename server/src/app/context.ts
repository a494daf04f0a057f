import { createAudit, findBrand, findMailTimeZone, findUserNames, hasOperators, nameUsers } from '../accounts/index.ts';
import {
  cancellationNotes,
  failureReasonOf,
  findPaidWith,
  hasOpenInvoice,
  listCardUses,
  listFailedCharges,
} from '../billing/index.ts';
import { createCatalog } from '../catalog/index.ts';
import type { Queryable } from '../core/db/database.ts';
import { createMail } from '../core/mail/index.ts';
import { createOperations } from '../core/operations/index.ts';
import { createGateway } from '../core/stripe/index.ts';
import { configuredProviders, endSessionsOfAccount, hasExternalLogins, hasPasskeys } from '../identity/index.ts';
import {
  deliver,
  deliverOrder,
  findDevicesInUse,
  findLicenses,
  findSeats,
  licenseDevices,
} from '../licensing/index.ts';
import { createBillingFacts } from '../notices/index.ts';
import type { AppOptions } from './options.ts';

export type PortalContext = ReturnType<typeof createPortalContext>;

/** The context of the modules: infrastructure, and what they take from each other as a dependency. */
export function createPortalContext({ config, database, logger, stripe, publicUrl, invoiceMailDelay }: AppOptions) {
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
      findTimeZone: findMailTimeZone,
      readPdf: gateway.invoicePdfs.readForMail,
    }),
    invoiceMailDelay,
    findMailTimeZone,
    catalog: createCatalog({ database }),
    hasPasskeys,
    hasExternalLogins,
    nameUsers,
    auditRetentionDays: config.auditRetentionDays,
    providers: configuredProviders(config),
    listCardUses,
    cancellationNotes,
    hasOpenInvoice,
    findPaidWith,
    listFailedCharges,
    failureReasonOf,
    findDevicesInUse,
    findSeats,
    billingFacts: createBillingFacts(config),
    deliver,
    deliverOrder,
    findLicenseNumbers,
    accountPeople: { hasOperators, findUserNames, endSessionsOfAccount },
    devices: licenseDevices,
  };
}

/** Orders come before licenses, so that they are given this. */
async function findLicenseNumbers(on: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const found = await findLicenses(on, ids);
  return new Map([...found].map(([id, { number }]) => [id, number]));
}
