import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Feature } from '@portico/contract';
import { ConfigError, findConfigProblems, findUnfinished, type Problem } from './config/problems.ts';
import { readSecretFiles } from './config/secret-files.ts';
import { mailAddress, type textServices, type Values, variables } from './config/variables.ts';
import { acceptPreviousSecret } from './secrets.ts';

export { ConfigError };

export interface Config {
  readonly port: number;
  readonly host: string;
  /**
   * The only origin in links and redirects, without a trailing slash (RUN-9). Undefined if it follows from the port.
   */
  readonly publicUrl: string | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly databasePoolSize: number;
  readonly appSecret: string;
  /** `demo` if neither DATABASE_URL nor STRIPE_SECRET_KEY is set: the portal has demo data and sign-ins (DEMO-1). */
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
  readonly logLevel: Values['LOG_LEVEL'];
  readonly trustedProxies: readonly string[];
  readonly features: readonly Feature[];
  /** The vendor's help pages and contact address; null if the vendor gave none. A demo has those of the demo vendor. */
  readonly knowledgeBaseUrl: string | null;
  readonly contactUrl: string | null;
  /** Where the vendor gets customers' questions; null if a vendor gave no mail address. */
  readonly contactEmail: string | null;
  readonly mail: MailConfig;
  readonly texts: TextsConfig;
  readonly identityProviders: IdentityProvidersConfig;
  readonly accountProviders: AccountProvidersConfig;
  readonly captcha: CaptchaConfig;
  /** Folder whose Markdown files replace the built-in legal pages. */
  readonly legalDir: string | undefined;
  /** File of breached passwords, which nobody may choose (PWD-18); undefined without one. */
  readonly breachedPasswordsFile: string | undefined;
  /** Catalog file that the first start in demo mode applies instead of the built-in one. */
  readonly catalogFile: string | undefined;
  /** Whether a new demo gets a history: 14 months of renewals, payments and changes. */
  readonly demonstrationHistory: boolean;
  /** Port of the demo's example product, or undefined. */
  readonly exampleProductPort: number | undefined;
  /** Days for which the audit log keeps events (AUD-7). */
  readonly auditRetentionDays: number;
  /** Number of automatic retries after the first failed charge, as in Stripe's settings. */
  readonly paymentRetries: number;
  /** In tests, a response that its contract does not describe is an error instead of being trimmed. */
  readonly strictResponses: boolean;
}

/** How mail is sent (MAIL-1). Companies may have their own sender and reply-to address. */
export interface MailConfig {
  /** The mail server with its credentials. If undefined, mail is kept instead of sent. */
  readonly smtpUrl: string | undefined;
  readonly sender: string;
  /** Null sends no reply-to address, so that replies go to the sender. */
  readonly replyTo: string | null;
}

/** How text messages are sent (MAIL-9). */
export interface TextsConfig {
  /** The service with its credentials. If undefined, text messages are kept instead of sent. */
  readonly url: string | undefined;
  readonly service: (typeof textServices)[number];
  /** The sender: a number, a name or a service id. If empty, the service's default. */
  readonly from: string;
}

/** Protects the sign-up from bots (SIGN-21). */
export type CaptchaConfig =
  | { readonly kind: 'none' }
  /** A proof of work that the portal creates and verifies itself. */
  | { readonly kind: 'altcha' }
  | { readonly kind: 'recaptcha'; readonly siteKey: string; readonly secretKey: string };

/** Where users may sign in with an external login (EXT-10). */
export interface IdentityProvidersConfig {
  /** The portal's client at Google; undefined without one. */
  readonly google: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string } | undefined;
  /** Origins that may be private or without TLS, for development (EXT-9). */
  readonly privateOrigins: readonly string[];
  /** The only hosts to which the portal connects, also for accounts' providers (EXT-14); empty for any public one. */
  readonly allowedHosts?: readonly string[];
}

/** Settings for the accounts' own identity providers (SSO-3, SSO-6). */
export interface AccountProvidersConfig {
  /** The address of an Entra ID tenant, containing `{tenantId}`. */
  readonly entraAuthority: string;
  /** The address of an Okta organization, containing `{domain}`. */
  readonly oktaAuthority: string;
  /** Name servers for TXT lookups, with their ports; empty for the system's. */
  readonly nameServers: readonly string[];
}

/**
 * Reads and checks the environment once (RUN-3). Creates `DATA_DIR`, and in it the application's secret if none is
 * given. Lets `unseal` accept `APP_SECRET_PREVIOUS` in this process.
 * @throws ConfigError naming every wrong or missing variable and what it should be.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const values = parseVariables(environment);
  const problems = findConfigProblems(values);
  const dataDir = resolve(values.DATA_DIR);
  if (problems.length === 0 && !values.DATABASE_URL) problems.push(...makeDataDir(dataDir));
  if (problems.length > 0) throw new ConfigError(problems);

  const mode = values.DATABASE_URL || values.STRIPE_SECRET_KEY ? 'production' : 'demo';
  const links = mode === 'demo' ? demonstrationLinks : { knowledgeBase: null, contact: null };
  const contactUrl = values.CONTACT_URL ?? links.contact;
  const contactEmail = values.CONTACT_EMAIL ?? addressOfLink(contactUrl);
  const appSecret = values.APP_SECRET ?? keptSecret(dataDir);
  if (values.APP_SECRET_PREVIOUS) acceptPreviousSecret(appSecret, values.APP_SECRET_PREVIOUS);
  return {
    port: values.PORT,
    host: values.HOST,
    // The form in which browsers send an origin, because the two are compared. Its protocol decides whether cookies
    // are secure.
    publicUrl: values.PUBLIC_URL && new URL(values.PUBLIC_URL).origin,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    appSecret,
    mode,
    stripe: stripeConfig(values),
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
    identityProviders: identityProvidersConfig(values),
    accountProviders: {
      entraAuthority: values.ENTRA_AUTHORITY,
      oktaAuthority: values.OKTA_AUTHORITY,
      nameServers: values.DNS_SERVERS,
    },
    captcha: captchaConfig(values, mode),
    legalDir: values.LEGAL_DIR ? resolve(values.LEGAL_DIR) : undefined,
    breachedPasswordsFile: values.BREACHED_PASSWORDS_FILE && resolve(values.BREACHED_PASSWORDS_FILE),
    catalogFile: values.CATALOG_FILE ? resolve(values.CATALOG_FILE) : undefined,
    demonstrationHistory: values.DEMO_HISTORY === 'on',
    exampleProductPort:
      mode === 'demo' && values.EXAMPLE_PRODUCT_PORT !== 'off' ? values.EXAMPLE_PRODUCT_PORT : undefined,
    auditRetentionDays: values.AUDIT_RETENTION_DAYS,
    paymentRetries: values.PAYMENT_RETRIES,
    strictResponses: values.STRICT_RESPONSES,
  };
}

/** @throws ConfigError with the first problem of each variable. */
function parseVariables(environment: NodeJS.ProcessEnv): Values {
  // An empty variable counts as unset, because compose files and shells produce them.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  Object.assign(given, readSecretFiles(given));
  const unfinished = findUnfinished(given);
  if (unfinished.length > 0) throw new ConfigError(unfinished);
  const parsed = variables.safeParse(given);
  if (parsed.success) return parsed.data;
  // Only the first problem of a variable is reported, because the others follow from it.
  const first = new Map(parsed.error.issues.map((issue) => [String(issue.path[0]), issue.message] as const).reverse());
  throw new ConfigError([...first].reverse().map(([variable, problem]) => ({ variable, problem })));
}

function identityProvidersConfig(values: Values): IdentityProvidersConfig {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = values;
  return {
    google: clientId && clientSecret ? { issuer, clientId, clientSecret } : undefined,
    privateOrigins: values.PRIVATE_IDENTITY_PROVIDERS,
    allowedHosts: values.IDENTITY_PROVIDER_HOSTS,
  };
}

function captchaConfig(values: Values, mode: Config['mode']): CaptchaConfig {
  const { RECAPTCHA_SITE_KEY: siteKey, RECAPTCHA_SECRET_KEY: secretKey, CAPTCHA: wanted } = values;
  if (siteKey && secretKey) return { kind: 'recaptcha', siteKey, secretKey };
  return { kind: wanted ?? (mode === 'production' ? 'altcha' : 'none') };
}

/** The address of a `mailto:` link, without its parameters; null for other links. */
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

function stripeConfig(values: Values): Config['stripe'] {
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

/**
 * The secret in DATA_DIR (RUN-6). The first start creates it, readable only by its owner. @throws ConfigError if the
 * file has no usable secret.
 */
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
  // A killed process or a full disk may leave the file empty. Anybody could then forge what the secret protects.
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
