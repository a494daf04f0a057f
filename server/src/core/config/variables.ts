import { existsSync } from 'node:fs';
import { emailPattern, features } from '@portico/contract';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

const port = z.coerce
  .number('should be a port number, 0 to 65535')
  .int('should be a port number, 0 to 65535')
  .min(0, 'should be a port number, 0 to 65535')
  .max(65_535, 'should be a port number, 0 to 65535');

function url(protocols: readonly string[], what: string) {
  return z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `should be ${what}`,
  });
}

const origin = url(['http:', 'https:'], 'the address people type, such as https://portal.vendor.example').refine(
  (value) => {
    const parsed = URL.parse(value);
    return parsed !== null && parsed.pathname === '/' && parsed.search === '' && parsed.hash === '' && !parsed.username;
  },
  { error: 'should be an origin only, without a path, such as https://portal.vendor.example' },
);

/** `a, b` as `['a', 'b']`. */
const commaSeparated = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

/** An address, a network, or a name of several networks: `loopback`, `linklocal`, `uniquelocal`. */
function isProxy(value: string): boolean {
  return ipaddr.isValid(value) || ipaddr.isValidCIDR(value) || /^(?:loopback|linklocal|uniquelocal)$/.test(value);
}

/** An address, with a port unless it is 53: `9.9.9.9`, `9.9.9.9:5353`, `2620:fe::fe`, `[2620:fe::fe]:5353`. */
function isNameServer(value: string): boolean {
  if (ipaddr.isValid(value)) return true;
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([\d.]+)):(\d{1,5})$/.exec(value) ?? [];
  return ipaddr.isValid(bracketed ?? plain ?? '') && Number(port) <= 65_535;
}

/** The schema of an identity provider's address that contains a placeholder. */
function authorityWith(place: string) {
  const fits = (value: string) => {
    const url = URL.parse(value.replaceAll(`{${place}}`, 'place'));
    return value.includes(`{${place}}`) && url !== null && ['http:', 'https:'].includes(url.protocol);
  };
  return z.string().refine(fits, { error: `should be an address with {${place}} in it, left out for the usual one` });
}

export const mailAddress = z.email({
  pattern: emailPattern,
  error: 'should be a mail address, such as portal@vendor.example',
});

const flag = z.enum(['true', 'false'], { error: 'should be true or false' }).transform((value) => value === 'true');

/** How a service receives a text message: in the portal's own JSON, or in the format of Twilio or Vonage. */
export const textServices = ['webhook', 'twilio', 'vonage'] as const;

const appSecret = z
  .string()
  .min(32, 'should be a secret of 32 characters or more, such as the output of: openssl rand -base64 32');

/**
 * Each environment variable with its requirement. A requirement continues a sentence that begins with the variable's
 * name.
 */
export const variables = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().default('./var'),
  DATABASE_URL: url(
    ['postgres:', 'postgresql:'],
    'a PostgreSQL address, such as postgres://user:password@host:5432/name',
  ).optional(),
  DATABASE_POOL_SIZE: z.coerce
    .number('should be a number from 2 to 100')
    .int('should be a number from 2 to 100')
    .min(2, 'should be a number from 2 to 100')
    .max(100, 'should be a number from 2 to 100')
    .default(10),
  APP_SECRET: appSecret.optional(),
  APP_SECRET_PREVIOUS: appSecret.optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'should be a secret key of Stripe: sk_test_… or sk_live_…')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, 'should be a publishable key of Stripe: pk_test_… or pk_live_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    // A short secret could be guessed.
    .regex(/^whsec_[\w+/=-]{16,}$/, 'should be the signing secret of the webhook endpoint: whsec_…')
    .optional(),
  STRIPE_API_BASE: url(['http:', 'https:'], "the address of Stripe's API, left out unless it is a double").optional(),
  STRIPE_SANDBOX_PORT: port.default(12_111),
  PAYMENT_RETRIES: z.coerce
    .number('should be a number from 0 to 20')
    .int('should be a number from 0 to 20')
    .min(0, 'should be a number from 0 to 20')
    .max(20, 'should be a number from 0 to 20')
    .default(3),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'should be one of trace, debug, info, warn, error, fatal, silent',
    })
    .default('info'),
  /** Addresses of proxies whose forwarded headers are trusted, comma-separated. */
  TRUSTED_PROXIES: commaSeparated
    .refine((proxies) => proxies.every(isProxy), {
      error: 'should list addresses of proxies, comma-separated, such as 10.0.0.1 or 10.0.0.0/8',
    })
    .default([]),
  /** Features that this installation offers, comma-separated. */
  FEATURES: commaSeparated
    .pipe(z.array(z.enum(features, { error: `should list some of ${features.join(', ')}, comma-separated` })))
    .default([...features]),
  KNOWLEDGE_BASE_URL: url(['http:', 'https:'], 'a web address').optional(),
  CONTACT_URL: url(['http:', 'https:', 'mailto:'], 'a web or mail address').optional(),
  CONTACT_EMAIL: mailAddress.optional(),
  SMTP_URL: url(['smtp:', 'smtps:'], 'a mail server, such as smtps://user:password@mail.vendor.example').optional(),
  MAIL_FROM: mailAddress.optional(),
  MAIL_REPLY_TO: mailAddress.optional(),
  SMS_WEBHOOK_URL: url(['http:', 'https:'], 'the address of a service that sends text messages').optional(),
  SMS_SERVICE: z.enum(textServices, { error: `should be one of ${textServices.join(', ')}` }).default('webhook'),
  SMS_FROM: z.string().max(100).optional(),
  GOOGLE_CLIENT_ID: z.string().max(300).optional(),
  GOOGLE_CLIENT_SECRET: z.string().max(300).optional(),
  GOOGLE_ISSUER: url(['http:', 'https:'], "an issuer's address, left out unless it is a double of Google").default(
    'https://accounts.google.com',
  ),
  /** Origins of identity providers that may be private or without TLS, comma-separated. */
  PRIVATE_IDENTITY_PROVIDERS: commaSeparated
    .pipe(z.array(origin, { error: 'should list origins, comma-separated, such as https://login.internal.example' }))
    .transform((origins) => origins.map((value) => new URL(value).origin))
    .default([]),
  /** Hosts of identity providers to which the portal may connect, comma-separated; empty for any public one. */
  IDENTITY_PROVIDER_HOSTS: commaSeparated
    .refine((hosts) => hosts.every((host) => /^(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)*$/i.test(host)), {
      error: 'should list host names, comma-separated, such as login.microsoftonline.com or *.okta.com',
    })
    .transform((hosts) => hosts.map((host) => host.toLowerCase()))
    .default([]),
  CAPTCHA: z.enum(['none', 'altcha'], { error: 'should be none or altcha' }).optional(),
  ENTRA_AUTHORITY: authorityWith('tenantId').default('https://login.microsoftonline.com/{tenantId}/v2.0'),
  OKTA_AUTHORITY: authorityWith('domain').default('https://{domain}.okta.com'),
  /** Name servers for TXT lookups, comma-separated; empty for the system's. */
  DNS_SERVERS: commaSeparated
    .refine((servers) => servers.every(isNameServer), {
      error: 'should list addresses of name servers, comma-separated, such as 9.9.9.9 or 10.0.0.53:5353',
    })
    .default([]),
  RECAPTCHA_SITE_KEY: z.string().max(300).optional(),
  RECAPTCHA_SECRET_KEY: z.string().max(300).optional(),
  LEGAL_DIR: z.string().optional(),
  /** A file of SHA-1 hashes of breached passwords, in ascending order. */
  BREACHED_PASSWORDS_FILE: z
    .string()
    .refine((file) => existsSync(file), { error: 'should be a file of hashes that exists' })
    .optional(),
  CATALOG_FILE: z.string().optional(),
  /** Port of the demo's example product, on loopback only. */
  EXAMPLE_PRODUCT_PORT: z
    .union([z.literal('off'), z.coerce.number().int().min(1).max(65_535)], {
      error: 'should be a port, 1 to 65535, or off',
    })
    .default(12_120),
  DEMO_HISTORY: z.enum(['on', 'off'], { error: 'should be on or off' }).default('on'),
  /** Days for which the audit log keeps events. The database refuses less than 90 (AUD-7). */
  AUDIT_RETENTION_DAYS: z.coerce
    .number('should be a number of days, 90 to 3650')
    .int('should be a number of days, 90 to 3650')
    .min(90, 'should be a number of days, 90 to 3650')
    .max(3_650, 'should be a number of days, 90 to 3650')
    .default(400),
  STRICT_RESPONSES: flag.default(false),
});

export type Values = z.infer<typeof variables>;
