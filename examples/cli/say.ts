import type { NoPlace, Standing } from '@portico/license-client';

/** Prints one line of JSON, with the milliseconds since the process began. */
export function say(event: string, detail: object = {}): void {
  process.stdout.write(`${JSON.stringify({ event, milliseconds: Math.round(performance.now()), ...detail })}\n`);
}

/** Describes a standing in one line. */
export function describe({ isLicensed, code, source, until, license, device, features, error }: Standing): object {
  return {
    isLicensed,
    code,
    source,
    until: until?.toISOString() ?? null,
    license: license?.number,
    deviceId: device?.id,
    features,
    error: error?.code,
  };
}

export function describeNoPlace<Outcome>({
  quantity,
  devices,
  mayEvict,
  releasesLeft,
  nextAt,
  portalUrl,
}: NoPlace<Outcome>): object {
  return { quantity, devices, mayEvict, releasesLeft, nextAt, portalUrl };
}
