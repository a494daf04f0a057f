import type { singleSignOn as endpoints, ParsedRequestOf, ResponseOf } from '@portico/contract';
import { findAccountSignOn } from '../../accounts/index.ts';
import {
  findSettings,
  findSettingsByDomain,
  listAccountSettings,
  type ProviderSettings,
} from '../external-providers/settings.ts';
import { signOnPage } from '../session/entry.ts';
import { isWithin } from './identity.ts';
import type { SingleSignOnContext } from './single-sign-on.context.ts';

type Context = Pick<SingleSignOnContext, 'database' | 'config'>;

/** Where people of a mail domain sign in. */
export interface DomainSignOn {
  readonly name: string;
  readonly accountId: number;
  /** Of the account's own sign-in page. */
  readonly key: string;
  readonly providerKey: string;
  /** Whether no other way leads into the account. */
  readonly isRequired: boolean;
}

/** The provider of a mail domain that is proved; undefined where its people sign in as everybody (SSO-31). @param domain in any case */
export async function findSignOnByDomain(context: Context, domain: string): Promise<DomainSignOn | undefined> {
  const settings = await findSettingsByDomain(context, domain);
  const account = settings && (await findAccountSignOn(context.database.query, settings.accountId));
  if (!settings || !account || account.ssoKey === null) return undefined;
  const { name, accountId, key: providerKey } = settings;
  return { name, accountId, providerKey, key: account.ssoKey, isRequired: account.ssoRequired };
}

/** Where an address leads, by its domain alone: whether somebody has it is not told. */
export async function findSignOn(context: Context, userName: string): Promise<ResponseOf<typeof endpoints.find>> {
  const [, domain] = /^[^@\s]+@([^@\s]{3,253})$/.exec(userName) ?? [];
  const found = domain === undefined ? undefined : await findSignOnByDomain(context, domain);
  if (!found) return { provider: null };
  const { name, key, providerKey, isRequired } = found;
  return { provider: { name, url: signOnPage(key, { provider: providerKey, login_hint: userName }), isRequired } };
}

export type Entrance = ParsedRequestOf<typeof endpoints.enter>['params'] &
  ParsedRequestOf<typeof endpoints.enter>['query'];

/**
 * The active providers that an account's sign-in page leads to: the one that is named, or whose domain the address has; else all.
 * None for an unknown page, and for an account whose providers are disabled.
 */
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

/** The provider of an address that providers lead to. Undefined for one that is gone. */
export const findSettingsByKey = (context: Context, key: string): Promise<ProviderSettings | undefined> =>
  findSettings(context, { key });

/** Whether other ways into a provider's account are closed. */
export async function requiresSignOn({ database }: Context, { accountId }: ProviderSettings): Promise<boolean> {
  return (await findAccountSignOn(database.query, accountId))?.ssoRequired === true;
}
