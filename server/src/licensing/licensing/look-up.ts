import { createBatches, runSeparatelyOnDataError } from '../../core/db/batches.ts';
import type { Database } from '../../core/db/database.ts';
import type { LicenseRow } from '../licenses/licenses.queries.ts';
import { type CallKeys, type CallRow, findCallRows } from './look-up.queries.ts';

/** The columns of a license that answers and rules need. */
export type CallLicense = Pick<
  LicenseRow,
  | 'id'
  | 'accountId'
  | 'orderId'
  | 'number'
  | 'serialNumber'
  | 'licenseModel'
  | 'productId'
  | 'planId'
  | 'version'
  | 'status'
  | 'trial'
  | 'expiresAt'
  | 'quantity'
  | 'usedQuantity'
  | 'exceededQuantity'
>;

/** A device of a license that is not released. */
export interface CallDevice {
  readonly id: number;
  readonly name: string;
  readonly hardwareId: string;
  readonly status: 0 | 1 | 2 | 3 | 4 | 5;
  readonly assignedAt: Date;
  readonly firstSeenAt: Date | null;
  readonly hasAddress: boolean;
  /** The version that it reported last; null if none. */
  readonly version: string | null;
}

/** A license that a request may apply to, and its device on that license. */
export interface LicenseCandidate {
  readonly license: CallLicense;
  readonly isPaymentDue: boolean;
  readonly device: CallDevice | undefined;
  /** Whether the device has the open lease that a floating license needs. */
  readonly hasSession: boolean;
}

/** The owner of a request's token, and the licenses that it may apply to. */
export interface AuthenticatedCall {
  readonly tokenId: number;
  readonly accountId: number;
  readonly productId: string;
  readonly isSecret: boolean;
  readonly usagePolicy: number;
  readonly catalogVersion: number;
  readonly candidates: readonly LicenseCandidate[];
}

/** Under load, one statement looks up the requests of eight milliseconds, so their reports are stored together, too. */
const limits = { maxItems: 100, atOnce: 4, maxWait: 10, spacing: { milliseconds: 8, items: 8 } };

/** Looks up requests in batches. @returns undefined if the token does not work */
export function createLookUp(database: Database): (request: CallKeys) => Promise<AuthenticatedCall | undefined> {
  const lookUpTogether = async (requests: readonly CallKeys[]) => {
    const rows = await findCallRows(database, requests);
    const byRequest = Map.groupBy(rows, ({ n }) => n);
    return requests.map((_, index) => toAuthenticatedCall(byRequest.get(index + 1)));
  };
  return createBatches((requests) => runSeparatelyOnDataError(requests, lookUpTogether), limits);
}

function toAuthenticatedCall(rows: readonly CallRow[] | undefined): AuthenticatedCall | undefined {
  const [first] = rows ?? [];
  if (!rows || !first) return undefined;
  return {
    tokenId: first.token_id,
    accountId: first.account_id,
    productId: first.product_id,
    isSecret: first.token_type === 1,
    usagePolicy: first.usage_data_policy,
    catalogVersion: first.catalog_version,
    candidates: rows.flatMap((row) => (row.license_id === null ? [] : [toCandidate(row, row.license_id)])),
  };
}

function toCandidate(row: CallRow, licenseId: number): LicenseCandidate {
  return {
    license: {
      id: licenseId,
      accountId: row.account_id,
      orderId: row.order_id,
      number: row.number,
      serialNumber: row.serial_number,
      licenseModel: row.license_model,
      productId: row.product_id,
      planId: row.plan_id,
      version: row.version,
      status: row.license_status,
      trial: row.trial,
      expiresAt: row.expires_at,
      quantity: row.quantity,
      usedQuantity: row.used_quantity,
      exceededQuantity: row.exceeded_quantity,
    },
    isPaymentDue: row.is_payment_due,
    device: row.device_id === null ? undefined : toDevice(row, row.device_id),
    hasSession: row.has_session === true,
  };
}

function toDevice(row: CallRow, id: number): CallDevice {
  return {
    id,
    name: row.name,
    hardwareId: row.hardware_id,
    status: row.device_status,
    assignedAt: row.assigned_at,
    firstSeenAt: row.first_seen_at,
    hasAddress: row.has_address,
    version: row.device_version,
  };
}
