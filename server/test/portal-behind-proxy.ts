import { beforeEach } from 'vitest';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { type FullPortal, type FullPortalOptions, startFullPortal } from './full-portal.ts';
import { type MirrorOptions, startMirror, type TestMirror } from './mirror.ts';

/** Passes the address of a proxy in front of the sandbox to the started program. */
async function behindProxy<Started>(
  start: (apiBase: (sandboxUrl: string) => Promise<string>) => Promise<Started>,
): Promise<{ started: Started; proxy: FaultyProxy }> {
  let proxy: FaultyProxy | undefined;
  const started = await start(async (sandboxUrl) => {
    proxy = await startFaultyProxy(sandboxUrl);
    return proxy.url;
  });
  if (!proxy) throw new Error('A call to Stripe bypassed the proxy');
  return { started, proxy };
}

/** A full portal whose calls to Stripe go through a proxy with counts and faults. */
export async function startPortalBehindProxy(
  options: Omit<FullPortalOptions, 'apiBase'> = {},
): Promise<{ portal: FullPortal; proxy: FaultyProxy }> {
  const { started, proxy } = await behindProxy((apiBase) => startFullPortal({ ...options, apiBase }));
  return { portal: started, proxy };
}

/** Only the mirror behind such a proxy. */
export function startMirrorBehindProxy(
  options: Omit<MirrorOptions, 'apiBase'> = {},
): Promise<{ started: TestMirror; proxy: FaultyProxy }> {
  return behindProxy((apiBase) => startMirror({ ...options, apiBase }));
}

/** A full portal behind a proxy for a whole test file. Faults of one test do not affect the next. */
export async function openPortalBehindProxy(
  options?: Omit<FullPortalOptions, 'apiBase'>,
): Promise<{ portal: FullPortal; proxy: FaultyProxy }> {
  const opened = await startPortalBehindProxy(options);
  beforeEach(() => {
    opened.proxy.decide = () => undefined;
  });
  return opened;
}
