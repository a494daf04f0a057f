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
      privateOrigins,
      allowedHosts,
    }),
  ]);
}
