import { type Values, variables } from './variables.ts';

/** One wrong or missing variable: its name, and what it should be. */
export class ConfigError extends Error {
  readonly problems: readonly { variable: string; problem: string }[];

  constructor(problems: readonly { variable: string; problem: string }[]) {
    super(problems.map(({ variable, problem }) => `${variable} ${problem}`).join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

export type Problem = ConfigError['problems'][number];

/** Variables with a comment after their value, which systemd takes as a part of it, or with a placeholder of the documentation. */
export function findUnfinished(given: Readonly<Record<string, string | undefined>>): Problem[] {
  return Object.keys(variables.shape).flatMap((variable) => {
    const value = given[variable] ?? '';
    if (/\s#/.test(value))
      return [{ variable, problem: 'should not be followed by a comment: comments need lines of their own' }];
    return value.includes('…') ? [{ variable, problem: 'should be filled in: … is a placeholder' }] : [];
  });
}

/** Problems of variables that are valid one by one. */
export function findConfigProblems(values: Values): Problem[] {
  return [
    ...stripeProblems(values),
    ...databaseProblems(values),
    ...mailProblems(values),
    ...identityProblems(values),
    ...authorityProblems(values),
    ...captchaProblems(values),
  ];
}

const stripeNames = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
const isLive = (key: string) => key.includes('_live_');

/** Stripe keys that are missing, mix live and test mode, or would be sent to a host other than Stripe's. */
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
  if (!values.SMTP_URL && isLive(values.STRIPE_SECRET_KEY ?? '')) {
    const problem = 'is missing: without mail, customers who paid cannot confirm their address and sign in';
    problems.push({ variable: 'SMTP_URL', problem });
  }
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

/** An incomplete Google client, or an issuer to which no request may go. */
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

/** Addresses of customers' identity providers to which no request may go. */
function authorityProblems(values: Values): Problem[] {
  return (['ENTRA_AUTHORITY', 'OKTA_AUTHORITY'] as const).flatMap((variable) => {
    const { protocol, origin } = new URL(values[variable].replace(/\{\w+\}/g, 'place'));
    return protocol === 'https:' || values.PRIVATE_IDENTITY_PROVIDERS.includes(origin)
      ? []
      : [{ variable, problem: 'should begin with https://, unless its origin is one of PRIVATE_IDENTITY_PROVIDERS' }];
  });
}

/** One reCAPTCHA key without the other. */
function captchaProblems({ RECAPTCHA_SITE_KEY: site, RECAPTCHA_SECRET_KEY: secret }: Values): Problem[] {
  if (Boolean(site) === Boolean(secret)) return [];
  const variable = site ? 'RECAPTCHA_SECRET_KEY' : 'RECAPTCHA_SITE_KEY';
  return [{ variable, problem: 'is missing: reCAPTCHA has both keys' }];
}
