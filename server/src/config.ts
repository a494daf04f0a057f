import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { features } from '@portico/contract';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** One wrong or missing variable: its name, and what it should be. */
export class ConfigError extends Error {
  readonly problems: readonly { variable: string; problem: string }[];

  constructor(problems: readonly { variable: string; problem: string }[]) {
    super(problems.map(({ variable, problem }) => `${variable} ${problem}`).join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

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

/** An address, a network, or a name of several networks: `loopback`, `linklocal`, `uniquelocal`. */
function isProxy(value: string): boolean {
  return ipaddr.isValid(value) || ipaddr.isValidCIDR(value) || /^(?:loopback|linklocal|uniquelocal)$/.test(value);
}

const mailAddress = z.email({ error: 'should be a mail address, such as portal@vendor.example' });

const flag = z.enum(['true', 'false'], { error: 'should be true or false' }).transform((value) => value === 'true');

/** How a service is told about a text message: in our JSON, or as Twilio or Vonage have it. */
const textServices = ['webhook', 'twilio', 'vonage'] as const;

const variables = z.object({
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
  APP_SECRET: z
    .string()
    .min(32, 'should be a secret of 32 characters or more, such as the output of: openssl rand -base64 32')
    .optional(),
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
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'should be one of trace, debug, info, warn, error, fatal, silent',
    })
    .default('info'),
  /** Addresses of proxies whose forwarded headers are trusted, comma-separated. */
  TRUSTED_PROXIES: z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .refine((proxies) => proxies.every(isProxy), {
      error: 'should list addresses of proxies, comma-separated, such as 10.0.0.1 or 10.0.0.0/8',
    })
    .default([]),
  /** Features that this installation offers, comma-separated. */
  FEATURES: z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
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
  PRIVATE_IDENTITY_PROVIDERS: z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(origin, { error: 'should list origins, comma-separated, such as https://login.internal.example' }))
    .transform((origins) => origins.map((value) => new URL(value).origin))
    .default([]),
  LEGAL_DIR: z.string().optional(),
  CATALOG_FILE: z.string().optional(),
  DEMO_HISTORY: z.enum(['on', 'off'], { error: 'should be on or off' }).default('on'),
  STRICT_RESPONSES: flag.default(false),
});

export interface Config {
  readonly port: number;
  readonly host: string;
  /** The only origin in links and redirects, without a trailing slash. Undefined where it follows from the port. */
  readonly publicUrl: string | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly databasePoolSize: number;
  readonly appSecret: string;
  /** `demo` without DATABASE_URL and STRIPE_SECRET_KEY: demo data and sign-ins (DEMO-1). */
  readonly mode: 'demo' | 'production';
  readonly stripe:
    | {
        readonly kind: 'stripe';
        readonly secretKey: string;
        readonly publishableKey: string;
        readonly webhookSecret: string;
        readonly apiBase: string | undefined;
      }
    | { readonly kind: 'sandbox'; readonly port: number; readonly apiBase: string | undefined };
  readonly logLevel: z.infer<typeof variables>['LOG_LEVEL'];
  readonly trustedProxies: readonly string[];
  readonly features: readonly (typeof features)[number][];
  /** The vendor's help pages and contact address; in demo mode those of the demo vendor, null where a vendor gave none. */
  readonly knowledgeBaseUrl: string | null;
  readonly contactUrl: string | null;
  /** Where the vendor reads what customers ask; null where a vendor gave no mail address. */
  readonly contactEmail: string | null;
  readonly mail: MailConfig;
  readonly texts: TextsConfig;
  readonly identityProviders: IdentityProvidersConfig;
  /** Folder whose Markdown files replace the built-in legal pages. */
  readonly legalDir: string | undefined;
  /** Catalog file that the first start in demo mode applies instead of the built-in one. */
  readonly catalogFile: string | undefined;
  /** Whether a new demo gets a history: 14 months of renewals, payments and changes. */
  readonly demonstrationHistory: boolean;
  /** In tests, a response that its contract does not describe is an error instead of being trimmed. */
  readonly strictResponses: boolean;
}

/** How mail is sent (MAIL-1). Companies may have a sender and an address for answers of their own. */
export interface MailConfig {
  /** The mail server with its log-in; undefined keeps mail instead of sending it. */
  readonly smtpUrl: string | undefined;
  readonly sender: string;
  /** Null sends no address for answers: they go to the sender. */
  readonly replyTo: string | null;
}

/** How text messages are sent (MAIL-9). */
export interface TextsConfig {
  /** The service, with its log-in; undefined keeps text messages instead of sending them. */
  readonly url: string | undefined;
  readonly service: (typeof textServices)[number];
  /** The number, the name or the service id that they come from; empty for the service's own. */
  readonly from: string;
}

/** Where people may sign in with an account elsewhere (EXT-10). */
export interface IdentityProvidersConfig {
  /** The portal's client at Google; undefined without one. */
  readonly google: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string } | undefined;
  /** Origins that may be private or without TLS, for development (EXT-9). */
  readonly privateOrigins: readonly string[];
}

type Values = z.infer<typeof variables>;
type Problem = ConfigError['problems'][number];

/**
 * Reads and checks the environment once. Makes `DATA_DIR`, and in it the application's secret where none is given.
 * @throws ConfigError naming every wrong or missing variable and what it should be.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const values = parseVariables(environment);
  const problems = [
    ...stripeProblems(values),
    ...databaseProblems(values),
    ...mailProblems(values),
    ...identityProblems(values),
  ];
  const dataDir = resolve(values.DATA_DIR);
  if (problems.length === 0 && !values.DATABASE_URL) problems.push(...makeDataDir(dataDir));
  if (problems.length > 0) throw new ConfigError(problems);

  const mode = values.DATABASE_URL || values.STRIPE_SECRET_KEY ? 'production' : 'demo';
  const links = mode === 'demo' ? demonstrationLinks : { knowledgeBase: null, contact: null };
  const contactUrl = values.CONTACT_URL ?? links.contact;
  const contactEmail = values.CONTACT_EMAIL ?? addressOfLink(contactUrl);
  return {
    port: values.PORT,
    host: values.HOST,
    // In the form in which browsers send an origin: it is compared with theirs, and its protocol decides about cookies.
    publicUrl: values.PUBLIC_URL && new URL(values.PUBLIC_URL).origin,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    appSecret: values.APP_SECRET ?? keptSecret(dataDir),
    mode,
    stripe: stripeConfigOf(values),
    logLevel: values.LOG_LEVEL,
    trustedProxies: values.TRUSTED_PROXIES,
    features: values.FEATURES,
    knowledgeBaseUrl: values.KNOWLEDGE_BASE_URL ?? links.knowledgeBase,
    contactUrl,
    contactEmail,
    mail: {
      smtpUrl: values.SMTP_URL,
      sender: values.MAIL_FROM ?? 'no-reply@portico.example',
      replyTo: values.MAIL_REPLY_TO ?? contactEmail,
    },
    texts: { url: values.SMS_WEBHOOK_URL, service: values.SMS_SERVICE, from: values.SMS_FROM ?? '' },
    identityProviders: identityProvidersOf(values),
    legalDir: values.LEGAL_DIR ? resolve(values.LEGAL_DIR) : undefined,
    catalogFile: values.CATALOG_FILE ? resolve(values.CATALOG_FILE) : undefined,
    demonstrationHistory: values.DEMO_HISTORY === 'on',
    strictResponses: values.STRICT_RESPONSES,
  };
}

/** @throws ConfigError with the first problem of each variable. */
function parseVariables(environment: NodeJS.ProcessEnv): Values {
  // An empty variable is an unset one: compose files and shells leave such behind.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = variables.safeParse(given);
  if (parsed.success) return parsed.data;
  // Further problems of a variable follow from its first one.
  const first = new Map(parsed.error.issues.map((issue) => [String(issue.path[0]), issue.message] as const).reverse());
  throw new ConfigError([...first].reverse().map(([variable, problem]) => ({ variable, problem })));
}

const stripeNames = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
const isLive = (key: string) => key.includes('_live_');

/** Keys that are missing, of two modes, or would be sent to another host than Stripe's. */
function stripeProblems(values: Values): Problem[] {
  const problems: Problem[] = [];
  if (stripeNames.some((name) => values[name])) {
    for (const name of stripeNames.filter((candidate) => !values[candidate])) {
      problems.push({ variable: name, problem: `is missing: a Stripe account needs all of ${stripeNames.join(', ')}` });
    }
  }
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_API_BASE: apiBase } = values;
  if (secretKey && publishableKey && isLive(secretKey) !== isLive(publishableKey)) {
    problems.push({
      variable: 'STRIPE_PUBLISHABLE_KEY',
      problem: 'should be of the same mode as STRIPE_SECRET_KEY: both live or both test',
    });
  }
  const isStripesOwn = apiBase && new URL(apiBase).origin === 'https://api.stripe.com';
  if (apiBase && !isStripesOwn && secretKey && isLive(secretKey)) {
    problems.push({
      variable: 'STRIPE_API_BASE',
      problem: 'should be left out with a live key: live keys are sent to Stripe alone',
    });
  }
  return problems;
}

function databaseProblems({ DATABASE_URL: databaseUrl, APP_SECRET: appSecret }: Values): Problem[] {
  if (!databaseUrl || appSecret) return [];
  const problem = 'is missing: with DATABASE_URL every process needs the same secret of 32 characters or more';
  return [{ variable: 'APP_SECRET', problem }];
}

/** Mail and text messages without a sender. */
function mailProblems(values: Values): Problem[] {
  const problems: Problem[] = [];
  if (values.SMTP_URL && !values.MAIL_FROM) {
    const problem = 'is missing: mail that SMTP_URL sends needs the address of its sender';
    problems.push({ variable: 'MAIL_FROM', problem });
  }
  if (values.SMS_WEBHOOK_URL && values.SMS_SERVICE !== 'webhook' && !values.SMS_FROM) {
    const problem = `is missing: ${values.SMS_SERVICE} needs a number or a name that messages come from`;
    problems.push({ variable: 'SMS_FROM', problem });
  }
  return problems;
}

/** A client at Google that lacks a part, or an issuer that no request may go to. */
function identityProblems(values: Values): Problem[] {
  const problems: Problem[] = [];
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret, GOOGLE_ISSUER: issuer } = values;
  if (id && !secret)
    problems.push({ variable: 'GOOGLE_CLIENT_SECRET', problem: 'is missing: a client at Google has both' });
  if (secret && !id)
    problems.push({ variable: 'GOOGLE_CLIENT_ID', problem: 'is missing: a client at Google has both' });
  const { protocol, origin, pathname } = new URL(issuer);
  if (protocol !== 'https:' && !values.PRIVATE_IDENTITY_PROVIDERS.includes(origin)) {
    const problem = 'should begin with https://, unless its origin is one of PRIVATE_IDENTITY_PROVIDERS';
    problems.push({ variable: 'GOOGLE_ISSUER', problem });
  }
  if (pathname.includes('/.well-known/')) {
    problems.push({ variable: 'GOOGLE_ISSUER', problem: 'should be the issuer, without the path /.well-known/' });
  }
  return problems;
}

function identityProvidersOf(values: Values): IdentityProvidersConfig {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = values;
  return {
    google: clientId && clientSecret ? { issuer, clientId, clientSecret } : undefined,
    privateOrigins: values.PRIVATE_IDENTITY_PROVIDERS,
  };
}

/** The address of a `mailto:` link, without what follows it; null for other links. */
function addressOfLink(link: string | null): string | null {
  const url = link === null ? null : URL.parse(link);
  if (url?.protocol !== 'mailto:') return null;
  return mailAddress.safeParse(url.pathname).data ?? null;
}

function makeDataDir(dataDir: string): Problem[] {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return [];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return [{ variable: 'DATA_DIR', problem: `should be a folder that can be written: ${dataDir} (${code})` }];
  }
}

function stripeConfigOf(values: Values): Config['stripe'] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_API_BASE: apiBase } = values;
  const { STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_SANDBOX_PORT: port } = values;
  return secretKey && publishableKey && webhookSecret
    ? { kind: 'stripe', secretKey, publishableKey, webhookSecret, apiBase }
    : { kind: 'sandbox', port, apiBase };
}

/** Links of the demo vendor. */
const demonstrationLinks = {
  knowledgeBase: 'https://help.veriscan.example/',
  contact: 'mailto:sales@veriscan.example',
};

/** The secret in DATA_DIR. It is made at the first start, readable by its owner alone. @throws ConfigError when the file has no secret that can be used. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'app-secret');
  if (!existsSync(file)) {
    try {
      writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  const secret = readFileSync(file, 'utf8').trim();
  // A killed process or a full disk may leave the file empty. Anybody could then forge what the secret seals.
  if (secret.length < 32) {
    throw new ConfigError([
      {
        variable: 'APP_SECRET',
        problem: `should be set, or ${file} removed: that has no secret of 32 characters or more`,
      },
    ]);
  }
  return secret;
}
