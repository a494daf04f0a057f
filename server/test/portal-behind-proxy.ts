import { beforeEach } from 'vitest';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { type FullPortal, type FullPortalOptions, startFullPortal } from './full-portal.ts';
import { type MirrorOptions, startMirror, type TestMirror } from './mirror.ts';

/** Gives the address of a proxy before the sandbox to whoever is started. */
async function behindProxy<Started>(
  start: (apiBase: (sandboxUrl: string) => Promise<string>) => Promise<Started>,
): Promise<{ started: Started; proxy: FaultyProxy }> {
  let proxy: FaultyProxy | undefined;
  const started = await start(async (sandboxUrl) => {
    proxy = await startFaultyProxy(sandboxUrl);
    return proxy.url;
  });
  if (!proxy) throw new Error('Stripe is asked past the proxy');
  return { started, proxy };
}

/** A full portal of which each call to Stripe goes through a proxy that counts, and faults when it is told to. */
export async function startPortalBehindProxy(
  options: Omit<FullPortalOptions, 'apiBase'> = {},
): Promise<{ portal: FullPortal; proxy: FaultyProxy }> {
  const { started, proxy } = await behindProxy((apiBase) => startFullPortal({ ...options, apiBase }));
  return { portal: started, proxy };
}

/** The mirror alone behind such a proxy. */
export function startMirrorBehindProxy(
  options: Omit<MirrorOptions, 'apiBase'> = {},
): Promise<{ started: TestMirror; proxy: FaultyProxy }> {
  return behindProxy((apiBase) => startMirror({ ...options, apiBase }));
}

/** A full portal behind a proxy for the whole of a test file, at its top: what one test lets go wrong does not go wrong in the next. */
export async function openPortalBehindProxy(
  options?: Omit<FullPortalOptions, 'apiBase'>,
): Promise<{ portal: FullPortal; proxy: FaultyProxy }> {
  const opened = await startPortalBehindProxy(options);
  beforeEach(() => {
    opened.proxy.decide = () => undefined;
  });
  return opened;
}
