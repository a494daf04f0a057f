import type { ProviderSettings } from '../external-providers/settings.ts';
import type { MisbehavingProvider } from './misbehaving-provider.test-support.ts';

/** Saved settings of a provider. Each call creates another provider. */
export function createSettings(
  { issuer, clientId, clientSecret }: Pick<MisbehavingProvider, 'issuer' | 'clientId' | 'clientSecret'>,
  changes: Partial<ProviderSettings> = {},
): ProviderSettings {
  count += 1;
  return {
    id: count,
    key: `provider-${count}`,
    accountId: 1,
    companyId: 1,
    name: 'Acme',
    type: 1,
    revision: 1,
    isActive: true,
    connectedBy: null,
    issuer,
    tenantId: null,
    clientId,
    clientSecret,
    createsUsers: true,
    prohibitsOthers: false,
    claimMappings: [],
    provedDomains: ['acme.example'],
    ...changes,
  };
}

let count = 0;
