import { z } from 'zod';
import { lineOfText, locales, rowId } from '../../api/values.ts';
import type { LicensingCode } from './problems.ts';

/** Where the calls of the licensing API begin. */
export const licensingPath = '/api/licensing/v1/';

/** One call of the licensing API. It is a POST, and a token of its account and product proves who calls (LIC-1). */
export interface LicensingCall {
  /** Below `licensingPath`. */
  readonly call: string;
  readonly summary: string;
  /** `secret` where a public token is refused. */
  readonly token: 'any' | 'secret';
  readonly body: z.ZodObject;
  /** The answer with status 200, without what every answer has. */
  readonly response: z.ZodObject;
  /** Codes beyond those that every call answers with. */
  readonly codes: readonly LicensingCode[];
}

/** Declares a call and keeps its literal types. */
export function defineCall<const Definition extends LicensingCall>(definition: Definition): Definition {
  return definition;
}

/** What every request has (LIC-3). */
const requestFields = {
  /** Random, of the caller: the answer repeats it. */
  nonce: z.string().regex(/^[\w-]{16,64}$/),
  /** The caller's clock, ISO 8601 in UTC. */
  time: z.iso.datetime(),
  /** The product's version. */
  version: lineOfText(50).optional(),
  /** The language of `message`. */
  locale: z.enum(locales).optional(),
};

/** The body of a call: its own fields, and those of every request. */
export function request<const Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.object({ ...requestFields, ...shape });
}

/** What the product derives from a machine: printable ASCII without spaces. Case matters. */
export const hardwareId = z.string().regex(/^[!-~]{1,128}$/);
export const serialNumber = z.string().trim().min(1).max(64);
export const deviceName = lineOfText(100);

const mostFingerprints = 20;
/** Named parts of a machine, by which it is known when its hardware ID changes. The first ones count (LIC-12). */
export const fingerprints = z
  .array(z.object({ name: lineOfText(50, 1), value: lineOfText(200, 1) }))
  .max(mostFingerprints)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length);
export type Fingerprint = z.infer<typeof fingerprints>[number];

const mostCounters = 20;
/** What a product counts, by names of its own. Sums are kept by device and day. */
export const counters = z
  .record(z.string().regex(/^[A-Za-z][\w.-]{0,49}$/), z.int().nonnegative().max(1_000_000_000_000))
  .refine((all) => Object.keys(all).length <= mostCounters);

export const licensedDevice = z.object({
  id: rowId,
  hardwareId: z.string(),
  name: z.string(),
  status: z.enum(['active', 'exceeded', 'blocked', 'pending', 'canceled', 'released']),
  assignedAt: z.iso.datetime(),
});
export type LicensedDevice = z.infer<typeof licensedDevice>;

export const licensedLicense = z.object({
  number: z.string(),
  serialNumber: z.string(),
  /** Ids of the catalog. */
  product: z.string(),
  plan: z.string(),
  model: z.enum(['host-locked', 'floating']),
  status: z.enum(['active', 'pending', 'canceled', 'expired']),
  /** Null never ends. */
  expiresAt: z.iso.datetime().nullable(),
  trial: z.boolean(),
  /** Devices, or sessions of a floating license; -1 is unlimited. */
  quantity: z.int().min(-1),
  used: z.int().nonnegative(),
  /** The end of the days of grace; left out while no payment is due. */
  graceUntil: z.iso.datetime().optional(),
});
export type LicensedLicense = z.infer<typeof licensedLicense>;

/** Values of a plan's features by scope and name, as license files have them. What the plan does not include is missing. */
export const featureValues = z.record(z.string(), z.record(z.string(), z.union([z.boolean(), z.number(), z.string()])));

/** Hours that the product may go on while the portal is away, never past the license's end (LIC-16). */
export const offlineHours = z.int().nonnegative();
