import { z } from 'zod';
import { lineOfText, locales, rowId } from '../../api/values.ts';
import type { LicensingCode } from './problems.ts';

/** Common prefix of the calls of the licensing API. */
export const licensingPath = '/api/licensing/v1/';

/** One call of the licensing API: a POST, authenticated by a token of an account and product (LIC-1). */
export interface LicensingCall {
  /** Relative to `licensingPath`. */
  readonly call: string;
  readonly summary: string;
  /** `secret` if public tokens are refused. */
  readonly token: 'any' | 'secret';
  readonly body: z.ZodObject;
  /** The body of a 200 response, without the common fields. */
  readonly response: z.ZodObject;
  /** Codes beyond those of every call. */
  readonly codes: readonly LicensingCode[];
}

/** Declares a call and keeps its literal types. */
export function defineCall<const Definition extends LicensingCall>(definition: Definition): Definition {
  return definition;
}

const nonce = z.string().regex(/^[\w-]{16,64}$/);
/**
 * The id of a report, chosen by the caller. A repeated report counts once (LIC-13). Programs that were built earlier
 * repeat the nonce instead.
 */
export const reportId = nonce;

/** Common fields of every request (LIC-3). */
const requestFields = {
  /** Random, chosen by the caller. The response repeats it. */
  nonce,
  /** The caller's clock, by RFC 3339, with any offset. */
  time: z
    .string()
    .toUpperCase()
    .pipe(z.iso.datetime({ offset: true }))
    .meta({ format: 'date-time' }),
  /** The product's version. */
  version: lineOfText(50).optional(),
  /** The language of `message`. */
  locale: z.enum(locales).optional(),
};

/** The body of a call: its own fields and the common ones. */
export function request<const Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.object({ ...requestFields, ...shape });
}

/** Identifies a machine for a product: printable ASCII without spaces, case-sensitive. */
export const hardwareId = z.string().regex(/^[!-~]{1,128}$/);
export const deviceName = lineOfText(100);

const maxFingerprints = 20;
/** Named parts of a machine, which identify it when its hardware ID changes. Only the first ones are used (LIC-12). */
export const fingerprints = z
  .array(z.object({ name: lineOfText(50, 1), value: lineOfText(200, 1) }))
  .max(maxFingerprints)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length);
export type Fingerprint = z.infer<typeof fingerprints>[number];

const maxCounters = 20;
/** Counters with names that the product chooses. Sums are stored per device and day. */
export const counters = z
  .record(z.string().regex(/^[A-Za-z][\w.-]{0,49}$/), z.int().nonnegative().max(1_000_000_000_000))
  .refine((all) => Object.keys(all).length <= maxCounters);

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
  /** Ids from the catalog. */
  product: z.string(),
  plan: z.string(),
  model: z.enum(['host-locked', 'floating']),
  status: z.enum(['active', 'pending', 'canceled', 'expired']),
  /** Null for never. */
  expiresAt: z.iso.datetime().nullable(),
  trial: z.boolean(),
  /** Devices, or leases of a floating license; -1 is unlimited. */
  quantity: z.int().min(-1),
  used: z.int().nonnegative(),
  /** The end of the grace days; left out if no payment is due. */
  graceUntil: z.iso.datetime().optional(),
});
export type LicensedLicense = z.infer<typeof licensedLicense>;

/**
 * Values of a plan's features by scope and name, as in license files. Features that are not in the plan are left out.
 */
export const featureValues = z.record(z.string(), z.record(z.string(), z.union([z.boolean(), z.number(), z.string()])));

/** Hours for which the product may go on while the portal is unreachable, never past the license's end (LIC-16). */
export const offlineHours = z.int().nonnegative();
