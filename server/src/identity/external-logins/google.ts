import type { Config } from '../../core/config.ts';
import { createOpenIdProvider } from './openid-provider.ts';
import { createRegistry, type ProviderRegistry } from './providers.ts';

/** The providers that the installation's settings name: Google, where it has a client there (EXT-10). */
export function configuredProviders({
  identityProviders: { google, privateOrigins },
}: Pick<Config, 'identityProviders'>): ProviderRegistry {
  if (!google) return createRegistry([]);
  return createRegistry([
    createOpenIdProvider({
      ...google,
      name: 'google',
      displayName: 'Google',
      proof: 'google',
      callbackPath: '/signin-google',
      // Somebody with several accounts there chooses one, also where one is signed in.
      parameters: { prompt: 'select_account' },
      privateOrigins,
    }),
  ]);
}
