import type { singleSignOn as endpoints, ParsedRequestOf, ResponseOf } from '@portico/contract';
import { findAccountSignOn } from '../../accounts/index.ts';
import {
  findSettings,
  findSettingsByDomain,
  listAccountSettings,
  type ProviderSettings,
} from '../external-providers/settings.ts';
import { addressMailDomain, signOnPage } from '../session/entry.ts';
import { isWithin } from './identity.ts';
import type { SingleSignOnContext } from './single-sign-on.context.ts';

type Context = Pick<SingleSignOnContext, 'database' | 'config'>;

/** The sign-in provider of a mail domain. */
export interface DomainSignOn {
  readonly name: string;
  readonly accountId: number;
  /** The key of the account's own sign-in page. */
  readonly key: string;
  readonly providerKey: string;
  /** Whether the account requires single sign-on. */
  readonly isRequired: boolean;
}

/** The provider of a proved mail domain; undefined if its users sign in as usual (SSO-31). @param domain in upper or lower case */
export async function findSignOnByDomain(context: Context, domain: string): Promise<DomainSignOn | undefined> {
  const settings = await findSettingsByDomain(context, domain);
  const account = settings && (await findAccountSignOn(context.database.query, settings.accountId));
  if (!settings || !account || account.ssoKey === null) return undefined;
  const { name, accountId, key: providerKey } = settings;
  return { name, accountId, providerKey, key: account.ssoKey, isRequired: account.ssoRequired };
}

/** The provider of an address, by its domain only: the result does not reveal whether a user has the address. */
export async function findSignOn(context: Context, userName: string): Promise<ResponseOf<typeof endpoints.find>> {
  const domain = addressMailDomain(userName);
  const found = domain === undefined ? undefined : await findSignOnByDomain(context, domain);
  if (!found) return { provider: null };
  const { name, key, providerKey, isRequired } = found;
  return { provider: { name, url: signOnPage(key, { provider: providerKey, login_hint: userName }), isRequired } };
}

export type Entrance = ParsedRequestOf<typeof endpoints.enter>['params'] &
  ParsedRequestOf<typeof endpoints.enter>['query'];

/** The active providers for an account's sign-in page: the named one, or those of the address's domain, otherwise all. Empty for an unknown page, or if all providers are disabled. */
export async function listEntryProviders(
  context: Context,
  { account, provider, login_hint: address }: Entrance,
): Promise<readonly ProviderSettings[]> {
  const all = await listAccountSettings(context, account);
  const named = all.filter(({ key }) => key === provider);
  if (named.length > 0) return named;
  const ofDomain = all.filter(({ provedDomains }) => address !== undefined && isWithin(address, provedDomains));
  return ofDomain.length > 0 ? ofDomain : all;
}

/** The provider of a callback address; undefined if it was deleted. */
export const findSettingsByKey = (context: Context, key: string): Promise<ProviderSettings | undefined> =>
  findSettings(context, { key });

/** Whether a provider's account requires single sign-on. */
export async function requiresSignOn({ database }: Context, { accountId }: ProviderSettings): Promise<boolean> {
  return (await findAccountSignOn(database.query, accountId))?.ssoRequired === true;
}
