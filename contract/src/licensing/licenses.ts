import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import {
  catalogId,
  catalogIdParameter,
  lineOfText,
  listQuery,
  listSchema,
  pageQuery,
  reportFormat,
  rowId,
  rowIdParameter,
  utc,
} from '../api/values.ts';
import { licensedFeatures, licenseModel } from './licensed-features.ts';
import { serialNumber } from './serial-numbers.ts';

/** 1 active, 2 pending, 3 canceled (LCN-3). */
export const licenseStatus = z.union([z.literal(1), z.literal(2), z.literal(3)]);

/** A row of the licenses list. */
export const license = z.object({
  id: rowId,
  number: z.string(),
  serialNumber: z.string(),
  licenseModel,
  orderId: rowId,
  orderNumber: z.string(),
  orderDate: utc,
  /** Null for the license of a manual order. */
  subscriptionId: rowId.nullable(),
  /** Null for never. */
  expirationDate: utc.nullable(),
  /** Whether the license's expiration date has passed. */
  isExpired: z.boolean(),
  status: licenseStatus,
  trial: z.boolean(),
  products: z.array(
    z.object({
      productId: catalogId,
      name: z.string(),
      /** Null if the product has no versions. */
      version: z.string().nullable(),
      /** Devices; -1 is unlimited. */
      quantity: z.int().min(-1),
    }),
  ),
  planName: z.string(),
  /** Devices; -1 is unlimited. */
  hardwareIdQuantity: z.int().min(-1),
  /** Devices with a seat. */
  usedHardwareIdQuantity: z.int().nonnegative(),
  /** Devices without a seat. */
  exceededHardwareIdQuantity: z.int().nonnegative(),
  isDownloadAvailable: z.boolean(),
});
export type License = z.infer<typeof license>;

export const licenseDetails = license.extend({
  startDate: utc,
  /** Whether a payment is due. If it is not paid, the license ends on its expiration date, after the grace days. */
  isPaymentDue: z.boolean(),
  /** Whether the license renews on its expiration date. */
  renews: z.boolean(),
  /** Whether the license ends soon enough to be announced (EXP-6). */
  endsSoon: z.boolean(),
  /** Devices by status. */
  devices: z.object({
    active: z.int().nonnegative(),
    pending: z.int().nonnegative(),
    blocked: z.int().nonnegative(),
    exceeded: z.int().nonnegative(),
    canceled: z.int().nonnegative(),
  }),
  /** Seats that may be freed within thirty days (DEV-9). */
  releases: z.object({
    allowed: z.int().nonnegative(),
    left: z.int().nonnegative(),
    /** When the next release becomes available; null if none has been used. */
    nextAt: utc.nullable(),
  }),
  /** The key that signs the license file now; null if no file can be downloaded. */
  signingKeyId: z.string().nullable(),
});
export type LicenseDetails = z.infer<typeof licenseDetails>;

export const licenseSortFields = ['created', 'number', 'expirationDate', 'status'] as const;

const licenseQuery = listQuery(licenseSortFields, { sortField: 'created', order: 'desc' }).extend({
  status: z.coerce.number().pipe(licenseStatus).optional(),
  productId: catalogId.optional(),
});

const params = z.object({ id: rowIdParameter });

/** A license of any account, as operators see it (LCN-14). */
const operatorLicense = license.extend({
  accountId: rowId,
  accountName: z.string(),
  releases: licenseDetails.shape.releases,
});
export type OperatorLicense = z.infer<typeof operatorLicense>;

/** A comparison of all licenses with the orders and subscriptions that they derive from (LCN-9). */
const licenseCheck = z.object({
  id: rowId,
  began: utc,
  /** Null while the comparison runs. */
  ended: utc.nullable(),
  repaired: z.boolean(),
  checked: z.int().nonnegative(),
  different: z.int().nonnegative(),
  differences: z.array(
    z.object({
      accountId: rowId,
      /** Empty if the account was deleted. */
      accountName: z.string(),
      licenseNumber: z.string().nullable(),
      orderNumber: z.string().nullable(),
      /** The differing columns, or what was missing. */
      what: z.array(z.string()),
    }),
  ),
});
export type LicenseCheck = z.infer<typeof licenseCheck>;

export const licenses = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Licenses/List',
    summary: "The account's licenses",
    action: 'licenses.view',
    query: licenseQuery,
    response: listSchema(license),
  }),
  export: defineEndpoint({
    method: 'GET',
    path: '/Reports/LicensesReport',
    summary: 'The licenses as a CSV file, with the filters of the list',
    action: 'licenses.view',
    query: licenseQuery.extend(reportFormat),
  }),
  download: defineEndpoint({
    method: 'GET',
    path: '/api/Licenses/Download',
    summary: 'The signed license file of a license',
    action: 'licenses.view',
    query: z.object({ serialNumber }),
    errors: ['LicenseNotActive'],
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/Licenses/{id}',
    summary: 'One license',
    action: 'licenses.view',
    params,
    response: licenseDetails,
  }),
  getFeatures: defineEndpoint({
    method: 'GET',
    path: '/api/Licenses/{id}/{productId}/Features',
    summary: 'The licensed features of a product of a license',
    action: 'licenses.view',
    params: params.extend({ productId: catalogIdParameter }),
    response: licensedFeatures,
  }),
  listKeys: defineEndpoint({
    method: 'GET',
    path: '/.well-known/portico-license-keys.json',
    summary: 'The public keys of license files',
    action: 'licenses.verify',
    response: z.object({
      keys: z.array(
        z.object({
          keyId: z.string(),
          algorithm: z.literal('Ed25519'),
          /** Raw key, base64url. */
          publicKey: z.string(),
          createdAt: utc,
          /** Set when a newer key replaced it. Files that it signed stay valid. */
          retiredAt: utc.nullable(),
        }),
      ),
    }),
  }),
  listAll: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/Licenses',
    summary: 'The licenses of all accounts, newest first',
    action: 'operator.orders',
    query: pageQuery({ pageSize: 10, max: 400 }).extend({
      /** The beginning of a license number or serial number, or part of an account's name, ignoring case. */
      textFilter: z.string().trim().max(200).default(''),
    }),
    response: listSchema(operatorLicense),
  }),
  grantReleases: defineEndpoint({
    method: 'POST',
    path: '/api/Operator/Licenses/{id}/GrantReleases',
    summary: 'Grants further releases for thirty days',
    action: 'operator.manageOrders',
    params,
    body: z.object({ amount: z.int().min(1).max(10_000), reason: lineOfText(500, 1) }),
    response: z.object({ releases: licenseDetails.shape.releases }),
  }),
  listChecks: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/Licenses/Checks',
    summary: 'The latest comparisons of licenses with their subscriptions',
    action: 'operator.orders',
    query: pageQuery({ pageSize: 5, max: 50 }),
    response: listSchema(licenseCheck),
  }),
};
