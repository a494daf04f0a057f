import type { Config } from '../../core/config.ts';
import { createOpenIdProvider } from './openid-provider.ts';
import { createRegistry, type ProviderRegistry } from './providers.ts';

/** The providers that are configured for the installation: Google, if it has a client there (EXT-10). */
export function configuredProviders({
  identityProviders: { google, privateOrigins, allowedHosts },
}: Pick<Config, 'identityProviders'>): ProviderRegistry {
  if (!google) return createRegistry([]);
  return createRegistry([
    createOpenIdProvider({
      ...google,
      name: 'google',
      displayName: 'Google',
      proof: 'google',
      callbackPath: '/signin-google',
      // Lets a user with several accounts choose one, even if already signed in there.
      parameters: { prompt: 'select_account' },
      vouchesFor: isHeldByGoogle,
      privateOrigins,
      allowedHosts,
    }),
  ]);
}

/**
 * Whether Google hosts the mailbox. It verified other addresses only once, so they may be another person's by now, for
 * example a successor's in a company (EXT-15).
 */
function isHeldByGoogle({ email, hd }: Readonly<Record<string, unknown>>): boolean {
  return (
    (typeof hd === 'string' && hd !== '') || (typeof email === 'string' && /@(?:gmail|googlemail)\.com$/i.test(email))
  );
}
