import { vi } from 'vitest';
import { LicenseClient } from '../src/client.ts';
import { LicensingError } from '../src/errors.ts';
import type { ClientEvents } from '../src/events.ts';
import type { ClientOptions } from '../src/options.ts';
import type { FakePortal } from './fake-portal.ts';

/** A client of this portal with short delays between repetitions. */
export function createClient(portal: FakePortal, options: Partial<ClientOptions> = {}): LicenseClient {
  const { url, token, publicKeys } = portal;
  return new LicenseClient({
    portal: url,
    token,
    publicKeys,
    product: 'desktop',
    hardwareId: 'AAAA-1111',
    retryMilliseconds: 1,
    ...options,
  });
}

/** Collects a client's events in order. */
export function listen(client: LicenseClient, ...names: (keyof ClientEvents)[]): string[] {
  const events: string[] = [];
  for (const name of names) client.on(name, () => events.push(name));
  return events;
}

/** The LicensingError that a promise rejects with. @throws any other error */
export async function catchLicensingError(calling: Promise<unknown>): Promise<LicensingError> {
  try {
    await calling;
  } catch (error) {
    if (error instanceof LicensingError) return error;
    throw error;
  }
  throw new Error('it succeeded');
}

/** Waits until a check passes. The usual second is too short on a busy machine. */
export const eventually = (look: () => unknown) => vi.waitFor(look, { timeout: 15_000 });
