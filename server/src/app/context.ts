import type { Queryable } from '../db/database.ts';
import { createMail } from '../mail/index.ts';
import { findMailTimeZone } from '../modules/account-settings/index.ts';
import { findBrand } from '../modules/accounts/index.ts';
import { createBillingFacts } from '../modules/attention/index.ts';
import { createAudit } from '../modules/audit/index.ts';
import { cancellationNotes } from '../modules/cancellation-reasons/index.ts';
import { createCatalog } from '../modules/catalog/index.ts';
import { deliver, deliverOrder } from '../modules/delivery/index.ts';
import { licenseDevices } from '../modules/devices/index.ts';
import { configuredProviders, hasExternalLogins } from '../modules/external-logins/index.ts';
import { hasOpenInvoice } from '../modules/invoices/index.ts';
import { findDevicesInUse, findLicenses, findSeats } from '../modules/licenses/index.ts';
import { hasPasskeys } from '../modules/passkeys/index.ts';
import { failureReasonOf, findPaidWith, listFailedCharges } from '../modules/payments/index.ts';
import { endSessionsOfAccount } from '../modules/session/index.ts';
import { listCardUses } from '../modules/subscriptions/index.ts';
import { findUserNames, hasOperators, nameUsers } from '../modules/users/index.ts';
import { createOperations } from '../operations/index.ts';
import { createGateway } from '../stripe/index.ts';
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
