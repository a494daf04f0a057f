import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import {
  catalogId,
  formRevision,
  lineOfText,
  listQuery,
  listSchema,
  pageQuery,
  reportFormat,
  rowId,
  rowIdParameter,
  textBlock,
  utc,
} from '../api/values.ts';
import { licenseModel } from './licensed-features.ts';

/** 0 active, 1 exceeded, 2 blocked, 3 pending, 4 canceled, 5 deleted (DEV-2). */
export const deviceStatus = z.union([
  z.literal(0),
  z.literal(1),
  z.literal(2),
  z.literal(3),
  z.literal(4),
  z.literal(5),
]);
export type DeviceStatus = z.infer<typeof deviceStatus>;

const productUsage = z.array(z.object({ name: z.string(), version: z.string() }));

/** A row of the hardware IDs list. */
export const device = z.object({
  id: rowId,
  name: z.string(),
  hardwareId: z.string(),
  ipAddress: z.string().nullable(),
  comment: z.string(),
  status: deviceStatus,
  assigned: utc,
  updated: utc,
  /** Null until the product first reported the device. */
  lastActivity: utc.nullable(),
  licenseId: rowId,
  licenseNumber: z.string(),
  licenseModel,
  productId: catalogId,
  productName: z.string(),
});
export type Device = z.infer<typeof device>;

/** A device in the list of its license. */
export const licenseDevice = device
  .pick({ id: true, name: true, hardwareId: true, status: true, assigned: true, lastActivity: true, comment: true })
  .extend({
    productUsage,
    activeSessions: z.int().nonnegative(),
    /** Whether releasing the device would count as one of the plan's releases (DEV-10). */
    releaseCounts: z.boolean(),
  });
export type LicenseDevice = z.infer<typeof licenseDevice>;

export const deviceDetails = device.extend({
  productUsage,
  fingerprints: z.array(z.object({ name: z.string(), value: z.string() })),
  activeSessions: z.int().nonnegative(),
  blockReason: z.string().nullable(),
  released: utc.nullable(),
  releaseCounts: z.boolean(),
  /** Whether the hardware ID may be corrected: only before the device was first seen (DEV-6). */
  hardwareIdEditingAllowed: z.boolean(),
  /** Of the editable details; see `formRevision`. */
  revision: z.string(),
});
export type DeviceDetails = z.infer<typeof deviceDetails>;

export const deviceEventKinds = [
  'added',
  'edited',
  'seen',
  'released',
  'replaced',
  'blocked',
  'unblocked',
  'exceeded',
  'regained',
  'canceled',
  'restored',
  'sessionEnded',
] as const;

/** An event of a device. */
export const deviceEvent = z.object({
  id: rowId,
  deviceId: rowId,
  deviceName: z.string(),
  kind: z.enum(deviceEventKinds),
  at: utc,
  /** The name of the user; null if the subscription or the product caused it. */
  by: z.string().nullable(),
  /** Whether an operator caused the event while acting as that user. */
  byOperator: z.boolean(),
  reason: z.string(),
  /** The hardware ID of the device that got the seat; null for other kinds of events. */
  replacedBy: z.string().nullable(),
});
export type DeviceEvent = z.infer<typeof deviceEvent>;

/** Printable ASCII without spaces, derived from a machine by products. Case-sensitive. */
const hardwareId = z
  .string()
  .trim()
  .min(1)
  .max(128)
  .refine((text) => /^[\x21-\x7e]*$/.test(text), { params: { messageKey: 'validation.hardwareId' } });

const details = {
  name: lineOfText(100, 1),
  hardwareId,
  /** IPv4 or IPv6; empty for none. */
  ipAddress: z.union([z.literal(''), z.ipv4(), z.ipv6()]).default(''),
  comment: textBlock(1_000).default(''),
};

/** The editable details of a device. */
const deviceEdit = z.object({ ...details, revision: formRevision });
export type DeviceEdit = z.input<typeof deviceEdit>;

const newDevice = z.object({
  ...details,
  /** May be left out if only one license of the account can take the device. */
  licenseId: rowId.optional(),
});
export type NewDevice = z.input<typeof newDevice>;

const reason = lineOfText(500);
const params = z.object({ id: rowIdParameter });

const licenseDeviceSortFields = ['assigned', 'name', 'status', 'lastActivity'] as const;
const deviceSortFields = ['assigned', 'name', 'status', 'lastActivity', 'updated'] as const;

const filters = {
  /** Part of a name, a hardware ID or a comment, ignoring case. */
  textFilter: z.string().trim().max(200).default(''),
  /** Released devices are listed only if the status asks for them. */
  status: z.coerce.number().pipe(deviceStatus).optional(),
  productId: catalogId.optional(),
};

const licenseDeviceQuery = listQuery(licenseDeviceSortFields, { sortField: 'assigned', order: 'asc' }).extend(filters);
const deviceQuery = listQuery(deviceSortFields, { sortField: 'assigned', order: 'desc' }).extend(filters);

export const devices = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/HardwareId',
    summary: "The account's devices",
    action: 'devices.view',
    query: deviceQuery,
    response: listSchema(device),
  }),
  export: defineEndpoint({
    method: 'GET',
    path: '/Reports/HardwareIdsReport',
    summary: 'The devices as a CSV file, with the filters of the list',
    action: 'devices.view',
    query: deviceQuery.extend({ licenseId: rowIdParameter.optional(), ...reportFormat }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/HardwareId/{id}',
    summary: 'One device',
    action: 'devices.view',
    params,
    response: deviceDetails,
  }),
  listHistory: defineEndpoint({
    method: 'GET',
    path: '/api/HardwareId/{id}/History',
    summary: 'The events of a device, newest first',
    action: 'devices.view',
    params,
    query: pageQuery({ pageSize: 20, max: 100 }),
    response: listSchema(deviceEvent),
  }),
  add: defineEndpoint({
    method: 'POST',
    path: '/api/HardwareId',
    summary: 'Adds a device to a host-locked license',
    action: 'devices.manage',
    body: newDevice,
    response: deviceDetails,
    errors: ['LicenseFull', 'LicenseNotActive'],
  }),
  save: defineEndpoint({
    method: 'PUT',
    path: '/api/HardwareId/{id}',
    summary: 'Changes the details of a device',
    action: 'devices.manage',
    params,
    body: deviceEdit,
    response: deviceDetails,
    errors: ['Conflict'],
  }),
  release: defineEndpoint({
    method: 'POST',
    path: '/api/HardwareId/{id}/Release',
    summary: 'Releases a device, which frees its seat',
    action: 'devices.manage',
    params,
    body: z.object({ reason: reason.default('') }),
    response: deviceDetails,
    errors: ['Conflict', 'ReleaseLimit', 'LicenseNotActive'],
  }),
  replace: defineEndpoint({
    method: 'POST',
    path: '/api/HardwareId/{id}/Replace',
    summary: "Gives a device's seat to a new device, which is returned",
    action: 'devices.manage',
    params,
    body: z.object({ name: details.name, hardwareId, reason: reason.default('') }),
    response: deviceDetails,
    errors: ['Conflict', 'ReleaseLimit', 'LicenseNotActive'],
  }),
  block: defineEndpoint({
    method: 'POST',
    path: '/api/HardwareId/{id}/Block',
    summary: 'Blocks a device, which keeps its seat',
    action: 'devices.block',
    params,
    body: z.object({ reason: lineOfText(500, 1) }),
    response: deviceDetails,
    errors: ['Conflict'],
  }),
  unblock: defineEndpoint({
    method: 'POST',
    path: '/api/HardwareId/{id}/Unblock',
    summary: 'Unblocks a device',
    action: 'devices.block',
    params,
    body: z.object({ reason: reason.default('') }),
    response: deviceDetails,
    errors: ['Conflict'],
  }),
  listOfLicense: defineEndpoint({
    method: 'GET',
    path: '/api/Licenses/{id}/HardwareIdsList',
    summary: 'The devices of a license',
    action: 'devices.view',
    params,
    query: licenseDeviceQuery,
    response: listSchema(licenseDevice).extend({
      /** Open floating leases of the license's products on all devices. */
      activeSessions: z.int().nonnegative(),
    }),
  }),
  listHistoryOfLicense: defineEndpoint({
    method: 'GET',
    path: '/api/Licenses/{id}/History',
    summary: "The events of a license's devices, newest first",
    action: 'devices.view',
    params,
    query: pageQuery({ pageSize: 20, max: 100 }),
    response: listSchema(deviceEvent),
  }),
  addToLicense: defineEndpoint({
    method: 'POST',
    path: '/api/Licenses/{id}/AddHardware',
    summary: 'Adds a device to this license',
    action: 'devices.manage',
    params,
    body: z.object({ ...details, name: lineOfText(100).default('') }),
    response: deviceDetails,
    errors: ['LicenseFull', 'LicenseNotActive'],
  }),
  getUsage: defineEndpoint({
    method: 'GET',
    path: '/api/Licenses/{id}/Usage',
    summary: "The number of a license's devices that were seen on each of the last thirty days",
    action: 'devices.view',
    params,
    response: z.object({
      /** Thirty UTC days, oldest first, including days with 0. */
      hardwareActivity: z.array(z.object({ date: z.iso.date(), count: z.int().nonnegative() })),
    }),
  }),
};
