import { beforeEach } from 'vitest';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { type FullPortal, type FullPortalOptions, startFullPortal } from './full-portal.ts';

/** A full portal of which each call to Stripe goes through a proxy that counts, and faults when it is told to. */
export async function startPortalBehindProxy(
  options: Omit<FullPortalOptions, 'apiBase'> = {},
): Promise<{ portal: FullPortal; proxy: FaultyProxy }> {
  let proxy: FaultyProxy | undefined;
  const portal = await startFullPortal({
    ...options,
    apiBase: async (sandboxUrl) => {
      proxy = await startFaultyProxy(sandboxUrl);
      return proxy.url;
    },
  });
  if (!proxy) throw new Error('The portal asks Stripe past the proxy');
  return { portal, proxy };
}

/** The same for the whole of a test file, at its top: what one test lets go wrong does not go wrong in the next. */
export async function openPortalBehindProxy(
  options?: Omit<FullPortalOptions, 'apiBase'>,
): Promise<{ portal: FullPortal; proxy: FaultyProxy }> {
  const opened = await startPortalBehindProxy(options);
  beforeEach(() => {
    opened.proxy.decide = () => undefined;
  });
  return opened;
}
