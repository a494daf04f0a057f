import type { SsoFailure } from '@portico/contract';

/** Where a provider reported an error: to the browser that it redirected, or to the portal's token request. */
export type ErrorSource = 'authorization' | 'token';

/** Entra ID's error codes from its reference, without `AADSTS`. */
export const entraFailures: Readonly<Record<string, SsoFailure>> = {
  // The redirect address is not registered, or is missing.
  '50011': 'redirectUriUnknown',
  '500113': 'redirectUriUnknown',
  '900971': 'redirectUriUnknown',
  // The application is unknown in the tenant, has an invalid id, or is disabled.
  '700016': 'clientUnknown',
  '700038': 'clientUnknown',
  '7000112': 'clientUnknown',
  '7000215': 'secretWrong',
  '7000218': 'secretWrong',
  '7000222': 'secretExpired',
  // The tenant is unknown, or the application belongs to another one.
  '90002': 'tenantWrong',
  '900021': 'tenantWrong',
  '900023': 'tenantWrong',
  '50194': 'tenantWrong',
  // No one consented that the application may read user profiles.
  '65001': 'consentMissing',
  '90094': 'consentMissing',
  '90099': 'consentMissing',
  '65004': 'canceled',
  '65005': 'scopeRefused',
  '70011': 'scopeRefused',
  '650053': 'scopeRefused',
  // The user is not assigned to the application, unknown, disabled, or refused by a policy.
  '50105': 'personRefused',
  '50020': 'personRefused',
  '50034': 'personRefused',
  '50057': 'personRefused',
  '53000': 'personRefused',
  '53001': 'personRefused',
  '53003': 'personRefused',
  '530032': 'personRefused',
  // The code was used or has expired.
  '54005': 'gone',
  '70000': 'gone',
  '70008': 'gone',
  '9002313': 'gone',
  '90033': 'providerAway',
};

/** Error codes of OAuth and of single providers, valid in every response. */
const failuresByCode: Readonly<Record<string, SsoFailure>> = {
  redirect_uri_mismatch: 'redirectUriUnknown',
  redirect_mismatch: 'redirectUriUnknown',
  invalid_redirect_uri: 'redirectUriUnknown',
  deleted_client: 'clientUnknown',
  invalid_scope: 'scopeRefused',
  consent_required: 'consentMissing',
  invalid_tenant: 'tenantWrong',
  server_error: 'providerAway',
  temporarily_unavailable: 'providerAway',
};

/** Words with which providers refuse the redirect address. */
const redirectWords =
  /redirect[_ ]?ur[il]|redirect_mismatch|callback url mismatch|reply (?:url|address)|login redirect uri/i;
const expiredWords = /secret[^.]{0,60}\bexpired|expired[^.]{0,60}secret/i;
const secretWords =
  /client[_ ]?secret|client credentials|client authentication failed|secret (?:is|was) (?:wrong|invalid)/i;
const clientWords =
  /invalid_client|(?:oauth )?client (?:was |is )?(?:not found|invalid|unknown|disabled)|unknown client|no client with|invalid value for 'client_id'|deleted_client|client application .{0,80}not found|unable to find .{0,20}client/i;
const scopeWords = /invalid_scope|invalid scopes?|scopes? (?:are|is) (?:not|in)valid/i;
const refusedWords = /assign|not allowed|not permitted|policy|blocked|no access|not authorized|forbidden|restricted/i;

/** The failure named by an error page's text, in the order in which providers check a request. */
export function errorTextFailure(text: string): SsoFailure | null {
  if (redirectWords.test(text)) return 'redirectUriUnknown';
  if (clientWords.test(text)) return 'clientUnknown';
  if (scopeWords.test(text)) return 'scopeRefused';
  return null;
}

/** The failure of an OAuth error; null if unknown. */
export function oauthErrorFailure(where: ErrorSource, code: string, text: string): SsoFailure | null {
  const named = Object.hasOwn(failuresByCode, code) ? failuresByCode[code] : undefined;
  if (named) return named;
  if (code === 'access_denied') return refusedWords.test(text) ? 'personRefused' : 'canceled';
  if (code === 'invalid_client' || code === 'unauthorized_client') return clientFailure(where, code, text);
  // An invented code always gets this error, whatever the text says.
  if (where === 'token' && code === 'invalid_grant') return 'gone';
  return errorTextFailure(text);
}

/** A refused client: for its id in the browser's request, or for its id or secret in the portal's request. */
function clientFailure(where: ErrorSource, code: string, text: string): SsoFailure | null {
  if (expiredWords.test(text)) return 'secretExpired';
  if (where === 'authorization') return 'clientUnknown';
  if (secretWords.test(text)) return 'secretWrong';
  if (clientWords.test(text)) return 'clientUnknown';
  return code === 'invalid_client' ? 'secretWrong' : null;
}
