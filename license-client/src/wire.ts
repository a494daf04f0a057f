import { isFeatures, isMoment, isObject, isText, type LicensedProduct } from './license.ts';
import type { Fields } from './signed-answer.ts';

/** The calls of the licensing API, relative to `/api/licensing/v1/`. */
export type Call =
  | 'activations'
  | 'deactivations'
  | 'validations'
  | 'heartbeats'
  | 'features'
  | 'evictions'
  | 'sessions'
  | 'sessions/renewals'
  | 'sessions/returns'
  | 'devices/list'
  | 'usage/read';

/** A license in the portal's answers. */
export interface LicenseState {
  /** The license number, such as LI-10318. */
  readonly number: string;
  /** Null or missing if the token may not read it. */
  readonly serialNumber?: string | null;
  readonly product: string;
  readonly plan: string;
  readonly model: 'host-locked' | 'floating';
  readonly status: 'active' | 'pending' | 'canceled' | 'expired';
  /** ISO 8601 in UTC; null for never. */
  readonly expiresAt: string | null;
  readonly trial: boolean;
  /** Devices, or concurrent sessions; -1 is unlimited. */
  readonly quantity: number;
  readonly used: number;
  /** ISO 8601 in UTC: until when the license is usable although a payment is due. */
  readonly graceUntil?: string | null;
}

/** A device in the portal's answers. */
export interface DeviceState {
  readonly id: number;
  readonly hardwareId: string;
  readonly name: string;
  readonly status: string;
  readonly assignedAt: string | null;
}

/** A device, or its session, that could be evicted. */
export interface EvictableDevice {
  readonly id: number;
  readonly name: string;
  /** ISO 8601 in UTC; null if the product has not reported it yet. */
  readonly lastActivity: string | null;
  readonly isBorrowed?: boolean;
}

/** Values of features by scope and name. Features that are not in the plan are left out. */
export type Features = LicensedProduct['features'];

export interface SessionState {
  readonly id: string;
  /** When the session ends unless it is renewed; ISO 8601 in UTC. */
  readonly expiresAt: string;
  readonly borrowedUntil: string | null;
}

/** The license in an answer; undefined if its form is wrong. */
export function readLicenseState(value: unknown): LicenseState | undefined {
  if (!isObject(value)) return undefined;
  const { number, product, plan, model, status, expiresAt, quantity, used, graceUntil } = value;
  if (![number, product, plan, status].every(isText) || (model !== 'host-locked' && model !== 'floating'))
    return undefined;
  if (!Number.isInteger(quantity) || !Number.isInteger(used)) return undefined;
  if (!isOptionalMoment(expiresAt) || !isOptionalMoment(graceUntil)) return undefined;
  return value as unknown as LicenseState;
}

export function readDeviceState(value: unknown): DeviceState | undefined {
  if (!isObject(value) || !Number.isSafeInteger(value.id) || !isText(value.hardwareId)) return undefined;
  return value as unknown as DeviceState;
}

export function readSessionState(value: unknown): SessionState | undefined {
  if (!isObject(value)) return undefined;
  const { id, expiresAt, borrowedUntil = null } = value;
  // Ids are numbers or strings; products return them unchanged.
  if (!isText(id) && !Number.isSafeInteger(id)) return undefined;
  if (!isMoment(expiresAt) || !isOptionalMoment(borrowedUntil)) return undefined;
  return { id: id as string, expiresAt, borrowedUntil: borrowedUntil as string | null };
}

export function readFeatures(value: unknown): Features | undefined {
  return isFeatures(value) ? value : undefined;
}

/** The devices of `LicenseFull`. */
export function readEvictable(value: unknown): EvictableDevice[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (each): each is EvictableDevice => isObject(each) && Number.isSafeInteger(each.id) && isText(each.name),
  );
}

/** The offline hours; 0 if the answer contains none. */
export function readHours({ offlineHours }: Fields): number {
  return typeof offlineHours === 'number' && offlineHours >= 0 ? offlineHours : 0;
}

function isOptionalMoment(value: unknown): boolean {
  return value === null || value === undefined || isMoment(value);
}
