import type { LicensingError } from './errors.ts';
import { type EvictableDevice, readEvictable } from './wire.ts';

/** No place is left: what the product can offer its user in place of a refusal. */
export interface NoPlace<Outcome> {
  readonly outcome: 'full';
  /** Places of the license. */
  readonly quantity: number | undefined;
  /** The devices that hold them, the longest unused first: 20 at most. */
  readonly devices: readonly EvictableDevice[];
  /** Whether this token may free a place. Otherwise only people can, at `portalUrl`. */
  readonly mayEvict: boolean;
  /** How many places may still be freed in these 30 days; null is unlimited. */
  readonly releasesLeft: number | null;
  /** The license's page in the portal, where a person frees a place or buys another one. */
  readonly portalUrl: string | undefined;
  /** The portal's message, in the client's language. */
  readonly message: string;
  /**
   * Frees the place of a device of the list, and takes it.
   * @throws LicensingError `ReleaseLimit` where no more places may be freed
   */
  useItHereInstead(deviceId: number): Promise<Outcome>;
}

export function noPlace<Outcome>(
  { message, additionalData }: LicensingError,
  useItHereInstead: (deviceId: number) => Promise<Outcome>,
): NoPlace<Outcome> {
  const { quantity, devices, mayEvict, releasesLeft, portalUrl } = additionalData;
  return {
    outcome: 'full',
    quantity: typeof quantity === 'number' ? quantity : undefined,
    devices: readEvictable(devices),
    mayEvict: mayEvict === true,
    releasesLeft: typeof releasesLeft === 'number' ? releasesLeft : null,
    portalUrl: typeof portalUrl === 'string' ? portalUrl : undefined,
    message,
    useItHereInstead,
  };
}
