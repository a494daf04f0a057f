import type { SsoFailure } from '@portico/contract';
import { UnreachableError, type UnreachableReason } from '../../core/http/guarded-fetch.ts';
import { type ErrorSource, entraFailures, errorTextFailure, oauthErrorFailure } from './diagnosis.words.ts';
import { type Diagnosis, type Facts, type ProviderSays, providerWords, SsoError } from './failures.ts';

const unreachable: Readonly<Record<UnreachableReason, SsoFailure>> = {
  addressNotAllowed: 'addressNotAllowed',
  away: 'providerAway',
  tooSlow: 'providerTooSlow',
  tooLarge: 'answerTooLarge',
  redirected: 'redirected',
};

/** Properties of the library's errors. They are declared here because the library is loaded late. */
interface LibraryError extends Error {
  readonly code?: unknown;
  readonly error?: unknown;
  readonly error_description?: unknown;
}

/** Derives a diagnosis from any thrown value (SSO-44). @param secrets that must not appear in a provider's words: the client secret, the code */
export function diagnose(error: unknown, secrets: readonly string[] = []): Diagnosis {
  if (error instanceof SsoError) return error;
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof UnreachableError)
      return plain(unreachable[current.reason], current.address === undefined ? {} : { address: current.address });
    const { code, error: told, error_description: text } = current as LibraryError;
    if (code === 'OAUTH_TIMEOUT' || current.name === 'TimeoutError') return plain('providerTooSlow');
    if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return diagnoseError('authorization', told, text, secrets);
    if (code === 'OAUTH_RESPONSE_BODY_ERROR') return diagnoseError('token', told, text, secrets);
    if (code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') return diagnoseChallenge(current.cause, secrets);
    const failure = diagnoseCheck(current as LibraryError);
    if (failure) return failure;
  }
  return plain('other');
}

/** Whether the provider caused an error, not the portal. */
export function isProviderError(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof SsoError || current instanceof UnreachableError) return true;
    if (current.name === 'ClientError' || String((current as LibraryError).code).startsWith('OAUTH_')) return true;
  }
  return false;
}

const plain = (failure: SsoFailure, facts: Facts = {}, providerSays: ProviderSays | null = null): Diagnosis => ({
  failure,
  facts,
  providerSays,
});

/** Diagnoses an OAuth error code and text. Both come from the provider and can contain anything. */
export function diagnoseError(
  where: ErrorSource,
  code: unknown,
  text: unknown,
  secrets: readonly string[] = [],
): Diagnosis {
  const [error, description] = [textOrEmpty(code), textOrEmpty(text)];
  const [entra] = /AADSTS\d{4,8}/.exec(description) ?? [];
  const providerSays = entra
    ? providerWords(entra, description.replace(new RegExp(`^[\\s\\S]*?${entra}:?`), ''), secrets)
    : providerWords(error || null, description, secrets);
  const failure =
    (entra && entraFailures[entra.slice('AADSTS'.length)]) || oauthErrorFailure(where, error, description) || 'other';
  return plain(failure, {}, providerSays);
}

/** Diagnoses the response to a request for a token or a description; null if it contains no error. Okta has its own names besides OAuth's. */
export function diagnoseTokenAnswer(body: unknown, secrets: readonly string[] = []): Diagnosis | null {
  if (typeof body !== 'object' || body === null) return null;
  const { error, error_description, errorCode, errorSummary } = body as Record<string, unknown>;
  if (typeof error === 'string') return diagnoseError('token', error, error_description, secrets);
  if (typeof errorCode === 'string') return diagnoseError('token', errorCode, errorSummary, secrets);
  return null;
}

/** Diagnoses a refusal in a header instead of a body, as sent by a server in front of the provider. */
function diagnoseChallenge(challenges: unknown, secrets: readonly string[]): Diagnosis {
  const [first] = Array.isArray(challenges) ? challenges : [];
  const { error, error_description: text } = (first as { parameters?: Record<string, unknown> })?.parameters ?? {};
  return diagnoseError('token', error ?? 'invalid_client', text, secrets);
}

/** Failures by the claim for which an ID token is refused. */
const claimFailures: Readonly<Record<string, SsoFailure>> = {
  aud: 'audienceWrong',
  azp: 'audienceWrong',
  iss: 'issuerWrong',
  nonce: 'nonceWrong',
  exp: 'tokenExpired',
  nbf: 'clockDiffers',
};

/** Diagnoses a failed check of the library, with the expected and the received value. */
function diagnoseCheck({ code, message, cause }: LibraryError): Diagnosis | null {
  const detail = (typeof cause === 'object' && cause !== null ? cause : {}) as Record<string, unknown>;
  switch (code) {
    case 'OAUTH_JWT_CLAIM_COMPARISON_FAILED':
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED': {
      const claim = textOrEmpty(detail.claim);
      // The library wraps the failed check, which names the claim.
      if (claim === '') return null;
      return plain(claimFailures[claim] ?? 'other', claimFacts(claim, detail));
    }
    case 'OAUTH_KEY_SELECTION_FAILED':
      return 'header' in detail ? plain('signatureWrong', keyFacts(detail)) : null;
    case 'OAUTH_UNSUPPORTED_OPERATION':
      return 'alg' in detail || 'header' in detail ? plain('algorithmNotAllowed', algorithmFacts(detail)) : null;
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
    case 'OAUTH_PARSE_ERROR':
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
      return plain('notOpenId');
    case 'OAUTH_INVALID_RESPONSE':
      return diagnoseAnswer(message, detail);
    default:
      return null;
  }
}

/** Diagnoses an invalid answer by the library's message, because its error has no code. */
function diagnoseAnswer(message: string, detail: Record<string, unknown>): Diagnosis | null {
  if (message.includes('"alg" header')) return plain('algorithmNotAllowed', algorithmFacts(detail));
  if (message.includes('JWT signature verification failed')) return plain('signatureWrong');
  if (message.includes('"nonce"') || message.includes('nonce')) return plain('nonceWrong');
  if (message.includes('"iss"')) return plain('issuerWrong');
  if (message.includes('"aud"')) return plain('audienceWrong');
  if (message.includes('"state"')) return plain('stateWrong');
  return null;
}

function algorithmFacts({ header, alg }: Record<string, unknown>): Facts {
  const used = textOrEmpty(alg) || textOrEmpty((header as { alg?: unknown })?.alg);
  return used ? { algorithm: used.slice(0, 40) } : {};
}

function keyFacts({ header }: Record<string, unknown>): Facts {
  const keyId = textOrEmpty((header as { kid?: unknown } | undefined)?.kid);
  return keyId ? { keyId: keyId.slice(0, 100) } : {};
}

function claimFacts(claim: string, { expected, claims, now }: Record<string, unknown>): Facts {
  const received = (claims as Record<string, unknown> | undefined)?.[claim];
  // A nonce must not be shown, and would not help the reader.
  if (claim === 'nonce') return {};
  if (typeof received === 'number' && typeof now === 'number') return { seconds: Math.round(received - now) };
  const display = (value: unknown) =>
    (Array.isArray(value) ? value.map(textOrEmpty).join(', ') : textOrEmpty(value)).slice(0, 300);
  return { expected: display(expected), came: display(received) };
}

const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Errors that only say that no user is signed in, as expected from a probe. */
const expectedErrors = new Set([
  'login_required',
  'interaction_required',
  'account_selection_required',
  'consent_required',
  'user_authentication_required',
]);

/**
 * Diagnoses the address to which a provider redirects while no user is signed in; null if it shows no failure. @param redirectUri of the portal: an error
 * sent there proves that the address is registered
 */
export function diagnoseLocation(location: URL, redirectUri: string): Diagnosis | null {
  const parameters = location.searchParams;
  const back = new URL(redirectUri);
  if (location.origin === back.origin && location.pathname === back.pathname) {
    const error = parameters.get('error');
    if (error === null) return null;
    if (expectedErrors.has(error)) return null;
    return aboutSetup(diagnoseError('authorization', error, parameters.get('error_description')));
  }
  // Google redirects to its own page, with the message in base64 in the address.
  const encoded = parameters.get('authError');
  if (encoded !== null) return diagnoseWords(Buffer.from(encoded.slice(0, 4_000), 'base64').toString('utf8'));
  const error = parameters.get('error');
  return error === null ? null : aboutSetup(diagnoseError('authorization', error, parameters.get('error_description')));
}

/** Failures that no user could avoid. Others can be caused by the missing user. */
const setupFailures: readonly SsoFailure[] = [
  'redirectUriUnknown',
  'clientUnknown',
  'secretWrong',
  'secretExpired',
  'scopeRefused',
  'tenantWrong',
  'providerAway',
];

const aboutSetup = (diagnosis: Diagnosis): Diagnosis | null =>
  setupFailures.includes(diagnosis.failure) ? diagnosis : null;

/** Maximum bytes of a page that are searched for words. */
const maxPageBytes = 200_000;

/**
 * Diagnoses a page that a provider shows while no user is signed in; null for a sign-in page or an unknown message.
 * Only error pages are searched for words, because sign-in pages contain these too. Entra ID's pages have error
 * codes.
 */
export function diagnosePage(status: number, type: string, body: string): Diagnosis | null {
  const page = body.slice(0, maxPageBytes);
  const entra = entraMessage(page);
  if (entra) return aboutSetup(diagnoseError('authorization', '', entra));
  if (status < 400 || status === 429) return null;
  if (type.includes('json')) {
    const diagnosis = diagnoseTokenAnswer(parseJson(page));
    if (!diagnosis) return null;
    const { code, text } = diagnosis.providerSays ?? { code: '', text: '' };
    return aboutSetup(diagnoseError('authorization', code ?? '', text ?? ''));
  }
  return diagnoseWords(pageText(page));
}

/** The words of an unrecognized page, for display. */
export function pageWords(body: string): ProviderSays | null {
  const text = pageText(body.slice(0, maxPageBytes));
  return text === '' ? null : providerWords(null, text);
}

function diagnoseWords(text: string): Diagnosis | null {
  const failure = errorTextFailure(text);
  return failure ? plain(failure, {}, providerWords(null, text)) : null;
}

/** The value of a JSON text; undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The message of an Entra ID error page, from its script or its text. */
function entraMessage(page: string): string | null {
  const marker = '"strServiceExceptionMessage":"';
  const start = page.indexOf(marker);
  if (start >= 0) {
    const [, text] = /^((?:[^"\\]|\\.){0,2000})"/.exec(page.slice(start + marker.length, start + 2_100)) ?? [];
    const message = text === undefined ? undefined : parseJson(`"${text}"`);
    if (typeof message === 'string' && message.includes('AADSTS')) return message;
  }
  const [found] = /AADSTS\d{4,8}:[^<"\\]{0,500}/.exec(page) ?? [];
  return found ?? null;
}

/** The text of a page without scripts, styles and tags. Reads the page once, whatever it contains. */
export function pageText(page: string): string {
  const parts: string[] = [];
  const lower = page.toLowerCase();
  let at = 0;
  while (at < page.length) {
    const open = page.indexOf('<', at);
    parts.push(page.slice(at, open < 0 ? undefined : open));
    if (open < 0) break;
    const hidden = ['script', 'style'].find((name) => lower.startsWith(name, open + 1));
    const from = hidden ? lower.indexOf(`</${hidden}`, open) : open;
    const close = from < 0 ? -1 : page.indexOf('>', from);
    if (close < 0) break;
    at = close + 1;
  }
  return parts
    .join(' ')
    .replace(/&(amp|lt|gt|quot|nbsp|#39|#x27|#34);/gi, (_, name: string) => entities[name.toLowerCase()] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
  '#x27': "'",
  '#34': '"',
};
