import type { LicensingError } from './errors.ts';
import { isMoment } from './license.ts';
import { type EvictableDevice, readEvictable } from './wire.ts';

/** The result if no seat is left: the options that the product can offer its user. */
export interface NoPlace<Outcome> {
  readonly outcome: 'full';
  /** Seats of the license. */
  readonly quantity: number | undefined;
  /** The devices with seats, the longest unused first; at most 20. */
  readonly devices: readonly EvictableDevice[];
  /** Whether this token may free a seat. Otherwise only users can, at `portalUrl`. */
  readonly mayEvict: boolean;
  /** Number of seats that may still be freed in these 30 days; null for unlimited. */
  readonly releasesLeft: number | null;
  /** When the next seat may be freed again; null if none was freed in these 30 days. */
  readonly nextAt: Date | null;
  /** The license's page in the portal, where a user can free or buy a seat. */
  readonly portalUrl: string | undefined;
  /** The portal's message, in the client's language. */
  readonly message: string;
  /**
   * Releases a listed device and activates this device on the freed seat.
   * @throws LicensingError `ReleaseLimit` if no more seats may be freed
   */
  useItHereInstead(deviceId: number): Promise<Outcome>;
}

export function noPlace<Outcome>(
  { message, additionalData }: LicensingError,
  useItHereInstead: (deviceId: number) => Promise<Outcome>,
): NoPlace<Outcome> {
  const { quantity, devices, mayEvict, releasesLeft, nextAt, portalUrl } = additionalData;
  return {
    outcome: 'full',
    quantity: typeof quantity === 'number' ? quantity : undefined,
    devices: readEvictable(devices),
    mayEvict: mayEvict === true,
    releasesLeft: typeof releasesLeft === 'number' ? releasesLeft : null,
    nextAt: isMoment(nextAt) ? new Date(nextAt) : null,
    portalUrl: typeof portalUrl === 'string' ? portalUrl : undefined,
    message,
    useItHereInstead,
  };
}
