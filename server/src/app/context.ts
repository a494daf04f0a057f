import { findMailTimeZone } from '../accounts/account-settings/index.ts';
import { findBrand } from '../accounts/accounts/index.ts';
import { createAudit } from '../accounts/audit/index.ts';
import { findUserNames, hasOperators, nameUsers } from '../accounts/users/index.ts';
import { cancellationNotes } from '../billing/cancellation-reasons/index.ts';
import { hasOpenInvoice } from '../billing/invoices/index.ts';
import { failureReasonOf, findPaidWith, listFailedCharges } from '../billing/payments/index.ts';
import { listCardUses } from '../billing/subscriptions/index.ts';
import { createCatalog } from '../catalog/index.ts';
import type { Queryable } from '../core/db/database.ts';
import { createMail } from '../core/mail/index.ts';
import { createOperations } from '../core/operations/index.ts';
import { createGateway } from '../core/stripe/index.ts';
import { configuredProviders, hasExternalLogins } from '../identity/external-logins/index.ts';
import { hasPasskeys } from '../identity/passkeys/index.ts';
import { endSessionsOfAccount } from '../identity/session/index.ts';
import { deliver, deliverOrder } from '../licensing/delivery/index.ts';
import { licenseDevices } from '../licensing/devices/index.ts';
import { findDevicesInUse, findLicenses, findSeats } from '../licensing/licenses/index.ts';
import { createBillingFacts } from '../notices/attention/index.ts';
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
