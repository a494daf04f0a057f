import type { SsoFailure } from '@portico/contract';

/** Where a provider told an error: to the browser that it sent back, or to the portal's request for a token. */
export type ErrorSource = 'authorization' | 'token';

/** Entra ID's numbers, as its reference of error codes names them, without `AADSTS`. */
export const entraFailures: Readonly<Record<string, SsoFailure>> = {
  // The address is not among those of the application, or there is none.
  '50011': 'redirectUriUnknown',
  '500113': 'redirectUriUnknown',
  '900971': 'redirectUriUnknown',
  // No such application in the tenant, a name that is no id, or one that is switched off.
  '700016': 'clientUnknown',
  '700038': 'clientUnknown',
  '7000112': 'clientUnknown',
  '7000215': 'secretWrong',
  '7000218': 'secretWrong',
  '7000222': 'secretExpired',
  // The tenant is unknown, or the application is another tenant's.
  '90002': 'tenantWrong',
  '900021': 'tenantWrong',
  '900023': 'tenantWrong',
  '50194': 'tenantWrong',
  // Nobody agreed that the application may read who somebody is.
  '65001': 'consentMissing',
  '90094': 'consentMissing',
  '90099': 'consentMissing',
  '65004': 'canceled',
  '65005': 'scopeRefused',
  '70011': 'scopeRefused',
  '650053': 'scopeRefused',
  // The person is not assigned to the application, is unknown or disabled, or a policy refuses them.
  '50105': 'personRefused',
  '50020': 'personRefused',
  '50034': 'personRefused',
  '50057': 'personRefused',
  '53000': 'personRefused',
  '53001': 'personRefused',
  '53003': 'personRefused',
  '530032': 'personRefused',
  // The code was used or is too old.
  '54005': 'gone',
  '70000': 'gone',
  '70008': 'gone',
  '9002313': 'gone',
  '90033': 'providerAway',
};

/** OAuth's codes and those of single providers, wherever they are told. */
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

/** What providers say of the address that they lead back to. */
const redirectWords =
  /redirect[_ ]?ur[il]|redirect_mismatch|callback url mismatch|reply (?:url|address)|login redirect uri/i;
const expiredWords = /secret[^.]{0,60}\bexpired|expired[^.]{0,60}secret/i;
const secretWords =
  /client[_ ]?secret|client credentials|client authentication failed|secret (?:is|was) (?:wrong|invalid)/i;
const clientWords =
  /invalid_client|(?:oauth )?client (?:was |is )?(?:not found|invalid|unknown|disabled)|unknown client|no client with|invalid value for 'client_id'|deleted_client|client application .{0,80}not found|unable to find .{0,20}client/i;
const scopeWords = /invalid_scope|invalid scopes?|scopes? (?:are|is) (?:not|in)valid/i;
const refusedWords = /assign|not allowed|not permitted|policy|blocked|no access|not authorized|forbidden|restricted/i;

/** What a text of an error page tells, in the order in which providers look at a request. */
export function errorTextFailure(text: string): SsoFailure | null {
  if (redirectWords.test(text)) return 'redirectUriUnknown';
  if (clientWords.test(text)) return 'clientUnknown';
  if (scopeWords.test(text)) return 'scopeRefused';
  return null;
}

/** What an error of OAuth tells; null for an unknown one. */
export function oauthErrorFailure(where: ErrorSource, code: string, text: string): SsoFailure | null {
  const named = Object.hasOwn(failuresByCode, code) ? failuresByCode[code] : undefined;
  if (named) return named;
  if (code === 'access_denied') return refusedWords.test(text) ? 'personRefused' : 'canceled';
  if (code === 'invalid_client' || code === 'unauthorized_client') return clientFailure(where, code, text);
  // A code that was made up is refused so, whatever else the words name.
  if (where === 'token' && code === 'invalid_grant') return 'gone';
  return errorTextFailure(text);
}

/** Who asks is refused: by the browser's request for their name alone, by the portal's for their secret too. */
function clientFailure(where: ErrorSource, code: string, text: string): SsoFailure | null {
  if (expiredWords.test(text)) return 'secretExpired';
  if (where === 'authorization') return 'clientUnknown';
  if (secretWords.test(text)) return 'secretWrong';
  if (clientWords.test(text)) return 'clientUnknown';
  return code === 'invalid_client' ? 'secretWrong' : null;
}
