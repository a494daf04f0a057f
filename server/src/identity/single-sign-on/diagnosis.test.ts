import { describe, expect, test } from 'vitest';
import { UnreachableError } from '../../core/http/guarded-fetch.ts';
import { diagnose, diagnoseError, diagnoseLocation, diagnosePage, diagnoseTokenAnswer, pageText } from './diagnosis.ts';
import { providerWords } from './failures.ts';

const callback = 'https://portal.example/signin-sso/abc123';
const trace = 'Trace ID: 5f0c1e8a-1d7b-4a7c-9c3f-1f0a6f3f0100 Correlation ID: 27b7 Timestamp: 2026-11-22 11:02:14Z';

/** Imitates Entra ID's errors: in the script of a page with status 200. */
const entraPage = (message: string) =>
  `<!DOCTYPE html><html><head><title>Sign in to your account</title><script>//<![CDATA[\n$Config={"iErrorCode":1,"strServiceExceptionMessage":${JSON.stringify(
    message,
  ).replaceAll(
    "'",
    '\\u0027',
  )},"urlLogin":"https://login.entra.example/?redirect_uri=x"};//]]></script></head><body></body></html>`;

describe('the failure that a provider’s error page shows (SSO-44)', () => {
  test.each([
    [
      'Entra ID: address',
      200,
      entraPage(
        `AADSTS50011: The redirect URI '${callback}' specified in the request does not match the redirect URIs configured for the application.`,
      ),
      'redirectUriUnknown',
      'AADSTS50011',
    ],
    [
      'Entra ID: application',
      200,
      entraPage(`AADSTS700016: Application with identifier 'b3e7' was not found in the directory 'Acme'. ${trace}`),
      'clientUnknown',
      'AADSTS700016',
    ],
    ['Entra ID: tenant', 400, '<p>AADSTS90002: Tenant not found.</p>', 'tenantWrong', 'AADSTS90002'],
    [
      'Okta: address',
      400,
      "<html><body><h1>400</h1><p>Bad Request</p><p>The 'redirect_uri' parameter must be a Login redirect URI in the client app settings: https://acme-admin.okta.example/admin/app</p></body></html>",
      'redirectUriUnknown',
      null,
    ],
    ['Okta: client', 400, "<h1>400</h1><p>Invalid value for 'client_id' parameter.</p>", 'clientUnknown', null],
    [
      'Keycloak: address',
      400,
      '<div id="kc-error-message"><p class="instruction">Invalid parameter: redirect_uri</p></div>',
      'redirectUriUnknown',
      null,
    ],
    ['Keycloak: client', 400, '<p class="instruction">Client not found.</p>', 'clientUnknown', null],
    [
      'oidc-provider: address',
      400,
      '<pre><strong>error</strong>: invalid_redirect_uri</pre><pre>redirect_uri did not match any of the client&#x27;s registered redirect_uris</pre>',
      'redirectUriUnknown',
      null,
    ],
    [
      'oidc-provider: client',
      400,
      '<pre><strong>error</strong>: invalid_client</pre><pre>client is invalid</pre>',
      'clientUnknown',
      null,
    ],
    [
      'Auth0: address',
      403,
      '<h1>Oops!, something went wrong</h1><p>Callback URL mismatch.</p>',
      'redirectUriUnknown',
      null,
    ],
    ['a scope', 400, '<p>invalid_scope: One or more scopes are not valid</p>', 'scopeRefused', null],
  ])('%s', (_, status, body, failure, code) => {
    const found = diagnosePage(status, 'text/html; charset=utf-8', body);
    expect(found?.failure).toBe(failure);
    expect(found?.providerSays?.code ?? null).toBe(code);
    expect(found?.providerSays?.text).toBeTruthy();
  });

  test.each([
    ['a sign-in page that names the address', 200, '<form action="/login?redirect_uri=x&client_id=invalid"></form>'],
    [
      'a sign-in page whose script names errors',
      400,
      '<script>if (e === "invalid_client") {}</script><h1>Sign in</h1>',
    ],
    ['too many requests', 429, '<p>redirect_uri</p>'],
    [
      'Entra ID: an error number that the setup did not cause',
      200,
      entraPage('AADSTS50058: A silent sign-in request was sent.'),
    ],
  ])('is null for %s', (_, status, body) => {
    expect(diagnosePage(status, 'text/html', body)).toBeNull();
  });

  test('is read from JSON', () => {
    const body = JSON.stringify({ error: 'invalid_request', error_description: 'redirect_uri is not registered' });
    expect(diagnosePage(400, 'application/json', body)).toMatchObject({
      failure: 'redirectUriUnknown',
      providerSays: { code: 'invalid_request' },
    });
  });

  test('contains Entra ID’s text without its trace', () => {
    const found = diagnosePage(200, 'text/html', entraPage(`AADSTS700016: Application 'b3e7' was not found. ${trace}`));
    expect(found?.providerSays).toEqual({ code: 'AADSTS700016', text: "Application 'b3e7' was not found." });
  });
});

describe('the failure in a provider’s redirect', () => {
  const at = (address: string) => diagnoseLocation(new URL(address), callback);

  test.each([
    ['nobody is signed in', `${callback}?error=login_required`, null],
    [
      'nobody is signed in, in Entra ID’s wording',
      `${callback}?error=login_required&error_description=AADSTS50058%3A+No`,
      null,
    ],
    ['consent is missing, which requires a person', `${callback}?error=consent_required`, null],
    ['its own sign-in page', 'https://login.example/signin?client_id=x&redirect_uri=y', null],
    ['a refusal without a person', `${callback}?error=access_denied`, null],
    ['a scope', `${callback}?error=invalid_scope&error_description=no`, 'scopeRefused'],
    ['the client', `${callback}?error=unauthorized_client`, 'clientUnknown'],
    [
      'Google’s error page',
      `https://accounts.google.example/signin/oauth/error?authError=${encodeURIComponent(
        Buffer.from('\n\x15redirect_uri_mismatch\x12\xb0\x01You can’t sign in').toString('base64'),
      )}`,
      'redirectUriUnknown',
    ],
    [
      'Google’s error page for a client',
      `https://accounts.google.example/signin/oauth/error?authError=${encodeURIComponent(
        Buffer.from('\n\x0einvalid_client\x12\x1fThe OAuth client was not found.').toString('base64'),
      )}`,
      'clientUnknown',
    ],
  ])('%s', (_, address, failure) => {
    expect(at(address)?.failure ?? null).toBe(failure);
  });
});

describe('the reason why a token request was refused', () => {
  test.each([
    [
      'Entra ID: secret',
      { error: 'invalid_client', error_description: 'AADSTS7000215: Invalid client secret provided.' },
      'secretWrong',
    ],
    [
      'Entra ID: expired secret',
      {
        error: 'invalid_client',
        error_description: 'AADSTS7000222: The provided client secret keys for app are expired.',
      },
      'secretExpired',
    ],
    [
      'Entra ID: application',
      { error: 'unauthorized_client', error_description: 'AADSTS700016: Application was not found' },
      'clientUnknown',
    ],
    [
      'Entra ID: made-up code',
      { error: 'invalid_grant', error_description: 'AADSTS9002313: Invalid request.' },
      'gone',
    ],
    [
      'Entra ID: tenant',
      { error: 'invalid_tenant', error_description: "AADSTS90002: Tenant 'x' not found." },
      'tenantWrong',
    ],
    [
      'Okta: secret',
      {
        error: 'invalid_client',
        error_description: 'The client secret supplied for a confidential client is invalid.',
      },
      'secretWrong',
    ],
    [
      'Okta: client',
      { errorCode: 'invalid_client', errorSummary: "Invalid value for 'client_id' parameter." },
      'clientUnknown',
    ],
    [
      'Okta: made-up code',
      { error: 'invalid_grant', error_description: 'The authorization code is invalid or has expired.' },
      'gone',
    ],
    ['Google: secret', { error: 'invalid_client', error_description: 'Unauthorized' }, 'secretWrong'],
    [
      'Google: client',
      { error: 'invalid_client', error_description: 'The OAuth client was not found.' },
      'clientUnknown',
    ],
    ['Google: made-up code', { error: 'invalid_grant', error_description: 'Malformed auth code.' }, 'gone'],
    [
      'Keycloak: secret',
      { error: 'unauthorized_client', error_description: 'Invalid client or Invalid client credentials' },
      'secretWrong',
    ],
    ['Keycloak: made-up code', { error: 'invalid_grant', error_description: 'Code not valid' }, 'gone'],
    [
      'oidc-provider: secret',
      { error: 'invalid_client', error_description: 'client authentication failed' },
      'secretWrong',
    ],
    [
      'an expired secret in prose',
      { error: 'invalid_client', error_description: 'The client secret has expired' },
      'secretExpired',
    ],
    ['anything else', { error: 'unsupported_grant_type' }, 'other'],
  ])('%s', (_, body, failure) => {
    expect(diagnoseTokenAnswer(body)?.failure).toBe(failure);
  });

  test.each([null, 'text', [], {}, { error: 7 }])('is null for %j', (body) => {
    expect(diagnoseTokenAnswer(body)).toBeNull();
  });
});

describe('the failure in a callback', () => {
  test.each([
    ['access_denied', 'The user denied access', 'canceled'],
    ['access_denied', 'AADSTS65004: User declined to consent to access the app.', 'canceled'],
    ['access_denied', 'User is not assigned to the client application.', 'personRefused'],
    [
      'interaction_required',
      "AADSTS50105: Your administrator has configured the application to block users unless they are specifically granted ('assigned') access",
      'personRefused',
    ],
    [
      'interaction_required',
      'AADSTS65001: The user or administrator has not consented to use the application',
      'consentMissing',
    ],
    ['access_denied', 'AADSTS53003: Access has been blocked by Conditional Access policies.', 'personRefused'],
    ['server_error', '', 'providerAway'],
    ['temporarily_unavailable', '', 'providerAway'],
    ['something_else', 'Who knows', 'other'],
  ])('%s: %s', (error, text, failure) => {
    expect(diagnoseError('authorization', error, text).failure).toBe(failure);
  });
});

describe('the failure of an exception', () => {
  test.each([
    ['addressNotAllowed', 'addressNotAllowed'],
    ['away', 'providerAway'],
    ['tooSlow', 'providerTooSlow'],
    ['tooLarge', 'answerTooLarge'],
    ['redirected', 'redirected'],
  ] as const)('is known for an unreachable server: %s', (reason, failure) => {
    const wrapped = new Error('something went wrong', { cause: new UnreachableError('no', { reason }) });
    expect(diagnose(wrapped)).toEqual({ failure, facts: {}, providerSays: null });
  });

  test('names the address of an unreachable server', () => {
    const address = 'https://login.acme.example/.well-known/openid-configuration';
    expect(diagnose(new UnreachableError('no', { address })).facts).toEqual({ address });
  });

  test('is not specific for an unknown exception', () => {
    expect(diagnose(new Error('the secret of somebody'))).toEqual({ failure: 'other', facts: {}, providerSays: null });
    expect(diagnose('a text')).toMatchObject({ failure: 'other' });
  });
});

describe('a provider’s text (SSO-45)', () => {
  test('is one line of at most 300 characters', () => {
    const { text } = providerWords('x', ` a\r\n\tb\u0000\u202e\u2028c ${'d'.repeat(1_000)}`);
    expect(text).toMatch(/^a b c d+$/);
    expect(text).toHaveLength(300);
    expect(providerWords('e'.repeat(100), '').code).toHaveLength(60);
  });

  test('keeps markup as text', () => {
    const { providerSays } = diagnoseError('authorization', '<b>', '<script>alert(1)</script>');
    expect(providerSays).toEqual({ code: '<b>', text: '<script>alert(1)</script>' });
  });

  test('contains no secrets and no tokens', () => {
    const token = `eyJhbGciOiJSUzI1NiJ9.${'a'.repeat(40)}.${'b'.repeat(40)}`;
    const said = diagnoseError('token', 'invalid_client', `"my-long-secret" is wrong, ${token}`, ['my-long-secret']);
    expect(JSON.stringify(said)).not.toMatch(/my-long-secret|eyJ|aaaa|bbbb/);
  });

  test('is read quickly from hostile pages', () => {
    const begun = performance.now();
    for (const page of [
      '<'.repeat(1_000_000),
      '<script>'.repeat(100_000),
      '&'.repeat(1_000_000),
      '<style></sty'.repeat(90_000),
    ])
      diagnosePage(400, 'text/html', page);
    diagnosePage(200, 'text/html', 'AADSTS'.repeat(200_000));
    diagnosePage(200, 'text/html', `"strServiceExceptionMessage":"${'\\'.repeat(500_000)}`);
    expect(performance.now() - begun).toBeLessThan(1_500);
  });

  test('is a page’s text without scripts and styles', () => {
    expect(pageText('<title>A</title><SCRIPT>let b</SCRIPT><p>c &amp; d&lt;</p><style>e')).toBe('A c & d<');
  });
});
