import type { Proof } from '@portico/contract';
import type { EntryFacts } from './entry.queries.ts';
import type { Entry, EntryContext, EntryRequest } from './entry.ts';

/** Ways in that stay open where single sign-on is required (SSO-30). */
const openBesides: ReadonlySet<Proof> = new Set(['sso', 'breakGlass']);

/** Where a proof leads that is closed, as the account requires single sign-on (SSO-30); undefined where it is open. */
export async function leadElsewhere(
  { safeReturnUrl }: Pick<EntryContext, 'safeReturnUrl'>,
  { proof, returnUrl }: Pick<EntryRequest, 'proof' | 'returnUrl'>,
  { requiredSignOn }: EntryFacts,
): Promise<Entry | undefined> {
  if (requiredSignOn === null || openBesides.has(proof)) return undefined;
  return { kind: 'elsewhere', redirectUrl: signOnPage(requiredSignOn, { ReturnUrl: await safeReturnUrl(returnUrl) }) };
}

/** An account's own sign-in page. @param key of the account @param parameters those that are empty, or lead to the home page, are left out */
export function signOnPage(
  key: string,
  parameters: Readonly<Partial<Record<'ReturnUrl' | 'login_hint' | 'provider' | 'form' | 'again', string | undefined>>>,
): string {
  const given = Object.entries(parameters).filter(([, value]) => value && value !== '/') as [string, string][];
  const search = new URLSearchParams(given).toString();
  return `/sso/${key}${search && `?${search}`}`;
}

/**
 * Where the mail domain of a name leads, whether or not somebody has the name and whatever the password (SSO-31). People of other accounts, and of accounts
 * that do not require single sign-on, are asked for their password: for them there is no further query.
 */
export async function leadByDomain(
  context: Pick<EntryContext, 'findRequiredSignOn' | 'safeReturnUrl'>,
  { name, returnUrl }: { readonly name: string; readonly returnUrl: string | undefined },
  user: { readonly accountId: number; readonly facts: EntryFacts } | undefined,
): Promise<Entry | undefined> {
  const domain = mailDomainOf(name);
  if (domain === undefined || (user && user.facts.requiredSignOn === null)) return undefined;
  const required = await context.findRequiredSignOn(domain);
  if (!required || (user && user.accountId !== required.accountId)) return undefined;
  const parameters = { ReturnUrl: await context.safeReturnUrl(returnUrl), login_hint: name };
  return { kind: 'elsewhere', redirectUrl: signOnPage(required.key, parameters) };
}

/** The mail domain of an address, in lower case; undefined for a name that is none. */
function mailDomainOf(name: string): string | undefined {
  return /^[^@\s]+@([^@\s]{3,253})$/.exec(name)?.[1]?.toLowerCase();
}
