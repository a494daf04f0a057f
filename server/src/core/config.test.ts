import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/clean-up.ts';
import { ConfigError, readConfig } from './config.ts';

const dataDir = () => join(temporaryFolder('config'), 'var');

function problems(environment: Record<string, string>): string[] {
  try {
    readConfig({ DATA_DIR: dataDir(), ...environment });
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(({ variable }) => variable);
    throw error;
  }
  return [];
}

const database = { DATABASE_URL: 'postgres://portico@127.0.0.1/portico', APP_SECRET: 'a'.repeat(32) };
const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
};

const mail = { SMTP_URL: 'smtps://mail.vendor.example', MAIL_FROM: 'us@vendor.example' };

describe('configuration', () => {
  test('offers Google sign-in if a Google client is set, and allows only listed private origins (EXT-10)', () => {
    const parseProviders = (environment: NodeJS.ProcessEnv) =>
      readConfig({ DATA_DIR: dataDir(), ...environment }).identityProviders;
    expect(parseProviders({})).toEqual({ google: undefined, privateOrigins: [], allowedHosts: [] });
    const client = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
    expect(parseProviders(client).google).toEqual({
      issuer: 'https://accounts.google.com',
      clientId: 'id',
      clientSecret: 'secret',
    });
    const double = {
      ...client,
      GOOGLE_ISSUER: 'http://127.0.0.1:4000',
      PRIVATE_IDENTITY_PROVIDERS: 'http://127.0.0.1:4000/',
    };
    expect(parseProviders(double)).toMatchObject({
      google: { issuer: 'http://127.0.0.1:4000' },
      privateOrigins: ['http://127.0.0.1:4000'],
    });
  });

  test('requires a proof of work if CAPTCHA asks for it, and by default in production, unless reCAPTCHA is set up', () => {
    const parseCaptcha = (environment: NodeJS.ProcessEnv) =>
      readConfig({ DATA_DIR: dataDir(), ...environment }).captcha.kind;
    const keys = { RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET_KEY: 'secret' };
    expect(parseCaptcha({})).toBe('none');
    expect(parseCaptcha({ CAPTCHA: 'altcha' })).toBe('altcha');
    expect(parseCaptcha({ ...database, ...stripe })).toBe('altcha');
    expect(parseCaptcha({ ...database, ...stripe, CAPTCHA: 'none' })).toBe('none');
    expect(parseCaptcha({ CAPTCHA: 'none', ...keys })).toBe('recaptcha');
  });

  test('reads the addresses of accounts’ identity providers, and name servers in all accepted forms', () => {
    const { accountProviders } = readConfig({
      DATA_DIR: dataDir(),
      ENTRA_AUTHORITY: 'https://login.partner.microsoftonline.cn/{tenantId}/v2.0',
      OKTA_AUTHORITY: 'http://127.0.0.1:4000/{domain}',
      PRIVATE_IDENTITY_PROVIDERS: 'http://127.0.0.1:4000',
      DNS_SERVERS: '9.9.9.9, 127.0.0.1:5353, 2620:fe::fe, [2620:fe::fe]:5353',
    });
    expect(accountProviders).toEqual({
      entraAuthority: 'https://login.partner.microsoftonline.cn/{tenantId}/v2.0',
      oktaAuthority: 'http://127.0.0.1:4000/{domain}',
      nameServers: ['9.9.9.9', '127.0.0.1:5353', '2620:fe::fe', '[2620:fe::fe]:5353'],
    });
  });

  test('runs the example product on its own port in a demo, unless it is switched off', () => {
    const parsePort = (environment: Record<string, string>) =>
      readConfig({ DATA_DIR: dataDir(), ...environment }).exampleProductPort;
    expect(parsePort({})).toBe(12_120);
    expect(parsePort({ EXAMPLE_PRODUCT_PORT: 'off' })).toBeUndefined();
    expect(parsePort({ ...database, ...stripe, PUBLIC_URL: 'https://portal.example' })).toBeUndefined();
  });

  test('is accepted when it is complete', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ ...database, ...stripe, TRUSTED_PROXIES: '10.0.0.1, fd00::/8, loopback' })).toEqual([]);
    const live = { ...stripe, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
    expect(problems({ ...database, ...live, ...mail, STRIPE_API_BASE: 'https://api.stripe.com/' })).toEqual([]);
  });

  test('has the demo vendor’s links only in a demo', () => {
    const parseLinks = (environment: NodeJS.ProcessEnv) => {
      const { knowledgeBaseUrl, contactUrl } = readConfig({ DATA_DIR: dataDir(), ...environment });
      return [knowledgeBaseUrl, contactUrl];
    };
    expect(parseLinks({})).toEqual(['https://help.veriscan.example/', 'mailto:sales@veriscan.example']);
    for (const production of [database, stripe, { ...database, ...stripe }]) {
      expect(parseLinks(production)).toEqual([null, null]);
      const own = { KNOWLEDGE_BASE_URL: 'https://help.vendor.example/', CONTACT_URL: 'mailto:us@vendor.example' };
      expect(parseLinks({ ...production, ...own })).toEqual(Object.values(own));
    }
  });

  test('uses the vendor’s address in CONTACT_EMAIL or a mail link, also as the reply-to address', () => {
    const parseAddresses = (environment: NodeJS.ProcessEnv) => {
      const { contactEmail, mail } = readConfig({ DATA_DIR: dataDir(), ...database, ...environment });
      return [contactEmail, mail.replyTo];
    };
    const link = { CONTACT_URL: 'mailto:sales@vendor.example?subject=Hello' };
    expect(parseAddresses({})).toEqual([null, null]);
    expect(parseAddresses(link)).toEqual(['sales@vendor.example', 'sales@vendor.example']);
    expect(parseAddresses({ CONTACT_URL: 'mailto:%zz' })).toEqual([null, null]);
    expect(parseAddresses({ CONTACT_URL: 'https://vendor.example/' })).toEqual([null, null]);
    const all = { ...link, CONTACT_EMAIL: 'us@vendor.example', MAIL_REPLY_TO: 'answers@vendor.example' };
    expect(parseAddresses(all)).toEqual(['us@vendor.example', 'answers@vendor.example']);
  });

  test.each([
    [
      'values with comments after them',
      {
        ...database,
        APP_SECRET: `${'a'.repeat(44)}                     # openssl rand -base64 32`,
        DATA_DIR: './var # the folder',
        KNOWLEDGE_BASE_URL: 'https://help.vendor.example # help',
      },
      ['DATA_DIR', 'APP_SECRET', 'KNOWLEDGE_BASE_URL'],
    ],
    ['a placeholder of the documentation', { ...database, APP_SECRET: `…${'a'.repeat(44)}` }, ['APP_SECRET']],
    [
      'a live key without mail',
      { ...database, ...stripe, STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
      ['SMTP_URL'],
    ],
    ['a database without a secret', { ...database, APP_SECRET: '' }, ['APP_SECRET']],
    ['a secret that can be guessed', { ...database, APP_SECRET: 'short' }, ['APP_SECRET']],
    ['a part of a Stripe account', { ...stripe, STRIPE_PUBLISHABLE_KEY: '' }, ['STRIPE_PUBLISHABLE_KEY']],
    ['an invalid webhook secret', { ...stripe, STRIPE_WEBHOOK_SECRET: 'whsec_' }, ['STRIPE_WEBHOOK_SECRET']],
    ['a client at Google without its secret', { GOOGLE_CLIENT_ID: 'id' }, ['GOOGLE_CLIENT_SECRET']],
    ['a site key of reCAPTCHA without its secret', { RECAPTCHA_SITE_KEY: 'site' }, ['RECAPTCHA_SECRET_KEY']],
    ['a secret key of reCAPTCHA without its site', { RECAPTCHA_SECRET_KEY: 'secret' }, ['RECAPTCHA_SITE_KEY']],
    ['a captcha that there is not', { CAPTCHA: 'puzzle' }, ['CAPTCHA']],
    ['a secret of no client at Google', { GOOGLE_CLIENT_SECRET: 'secret' }, ['GOOGLE_CLIENT_ID']],
    ['an issuer without TLS', { GOOGLE_ISSUER: 'http://127.0.0.1:4000' }, ['GOOGLE_ISSUER']],
    [
      'the address of a document in place of its issuer',
      { GOOGLE_ISSUER: 'https://accounts.google.com/.well-known/openid-configuration' },
      ['GOOGLE_ISSUER'],
    ],
    ['no origins of identity providers', { PRIVATE_IDENTITY_PROVIDERS: 'localhost' }, ['PRIVATE_IDENTITY_PROVIDERS']],
    [
      'an address of Entra ID without its tenant',
      { ENTRA_AUTHORITY: 'https://login.example/v2.0' },
      ['ENTRA_AUTHORITY'],
    ],
    ['an address of Okta without TLS', { OKTA_AUTHORITY: 'http://127.0.0.1:4000/{domain}' }, ['OKTA_AUTHORITY']],
    ['a name in place of a name server', { DNS_SERVERS: '9.9.9.9, dns.example' }, ['DNS_SERVERS']],
    ['a name server with an invalid port', { DNS_SERVERS: '9.9.9.9:70000' }, ['DNS_SERVERS']],
    ['mail without a sender', { SMTP_URL: 'smtps://mail.vendor.example' }, ['MAIL_FROM']],
    [
      'an invalid mail server',
      { SMTP_URL: 'https://mail.vendor.example', MAIL_FROM: 'us@vendor.example' },
      ['SMTP_URL'],
    ],
    ['a sender that is no address', { MAIL_FROM: 'Vendor <us@vendor.example>' }, ['MAIL_FROM']],
    [
      'text messages of Twilio without a sender',
      { SMS_WEBHOOK_URL: 'https://sid:token@api.twilio.example/', SMS_SERVICE: 'twilio' },
      ['SMS_FROM'],
    ],
    ['keys of two modes', { ...stripe, ...mail, STRIPE_SECRET_KEY: 'sk_live_1' }, ['STRIPE_PUBLISHABLE_KEY']],
    [
      'a live key for another address',
      {
        ...stripe,
        ...mail,
        STRIPE_SECRET_KEY: 'sk_live_1',
        STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
        STRIPE_API_BASE: 'http://127.0.0.1:1',
      },
      ['STRIPE_API_BASE'],
    ],
    [
      'a restricted live key for another address',
      {
        ...stripe,
        ...mail,
        STRIPE_SECRET_KEY: 'rk_live_1',
        STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
        STRIPE_API_BASE: 'https://api.stripe.com.attacker.example',
      },
      ['STRIPE_API_BASE'],
    ],
    ['a proxy that is not an address', { TRUSTED_PROXIES: '10.0.0.1,proxy.example' }, ['TRUSTED_PROXIES']],
    ['a public address with a path', { PUBLIC_URL: 'https://portal.example/portal' }, ['PUBLIC_URL']],
    // Invalid in more than one way, reported once.
    ['an invalid public address', { PUBLIC_URL: 'portal.example' }, ['PUBLIC_URL']],
    ['an invalid port', { PORT: '-1.5', DATABASE_POOL_SIZE: '1.5' }, ['PORT', 'DATABASE_POOL_SIZE']],
  ])('names the invalid variable in %s', (_what, environment, named) => {
    expect(problems(environment)).toEqual(named);
  });

  test('explains for each wrong variable what it should be', () => {
    const wrong = {
      PORT: 'x',
      PUBLIC_URL: 'x',
      DATABASE_URL: 'x',
      DATABASE_POOL_SIZE: '1.5',
      LOG_LEVEL: 'x',
      FEATURES: 'x',
    };
    expect(() => readConfig(wrong)).toThrowError(
      expect.objectContaining({
        problems: Object.keys(wrong).map((variable) => ({ variable, problem: expect.stringMatching(/^should /) })),
      }),
    );
  });

  test.each([
    ['HTTPS://Portal.Example', 'https://portal.example'],
    ['https://portal.example:443/', 'https://portal.example'],
    ['http://localhost:3000', 'http://localhost:3000'],
  ])('reads the public address %s as browsers do', (given, known) => {
    expect(readConfig({ DATA_DIR: dataDir(), PUBLIC_URL: given }).publicUrl).toBe(known);
  });

  test('reads secrets from files, and rejects a missing file and a second value (RUN-14)', () => {
    const folder = temporaryFolder('secrets');
    const file = join(folder, 'app-secret');
    writeFileSync(file, 'a secret of the tests, long enough\n');
    const environment = { DATA_DIR: folder, APP_SECRET_FILE: file };
    expect(readConfig(environment).appSecret).toBe('a secret of the tests, long enough');
    expect(() => readConfig({ ...environment, APP_SECRET: 'another secret of the tests, long' })).toThrow(
      'APP_SECRET_FILE should be left out if APP_SECRET is set',
    );
    expect(() => readConfig({ SMTP_URL_FILE: join(folder, 'none') })).toThrow(
      /^SMTP_URL_FILE should be a file .*ENOENT/,
    );
  });

  test('treats an empty variable as unset, because compose files and shells produce them', () => {
    const names = [
      'PORT',
      'PUBLIC_URL',
      'DATABASE_URL',
      'STRIPE_SECRET_KEY',
      'TRUSTED_PROXIES',
      'FEATURES',
      'LOG_LEVEL',
    ];
    const { mode, port, features } = readConfig({
      ...Object.fromEntries(names.map((name) => [name, ''])),
      DATA_DIR: dataDir(),
    });
    expect({ mode, port, features }).toEqual({ mode: 'demo', port: 3000, features: ['customerAdmin', 'billing'] });
  });

  test('rejects a data folder that cannot be created, and a stored secret that can be guessed', () => {
    const file = join(temporaryFolder('config'), 'a-file');
    writeFileSync(file, '');
    expect(() => readConfig({ DATA_DIR: join(file, 'var') })).toThrowError(
      expect.objectContaining({
        problems: [
          {
            variable: 'DATA_DIR',
            problem: expect.stringMatching(/^should be a folder that can be written: .*ENOTDIR/),
          },
        ],
      }),
    );
    const folder = temporaryFolder('config');
    for (const secret of ['', 'short\n']) {
      writeFileSync(join(folder, 'app-secret'), secret);
      expect(problems({ DATA_DIR: folder })).toEqual(['APP_SECRET']);
    }
    expect(problems({ DATA_DIR: folder, APP_SECRET: 'a'.repeat(32) })).toEqual([]);
  });

  test('makes the data folder and the secret in it readable only by their owner', () => {
    const folder = dataDir();
    const { appSecret } = readConfig({ DATA_DIR: folder });
    expect(appSecret).toMatch(/^[\w-]{43}$/);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'app-secret')).mode & 0o777).toBe(0o600);
    expect(readConfig({ DATA_DIR: folder }).appSecret).toBe(appSecret);
  });
});
