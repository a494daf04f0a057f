import type { Locale, Preloaded, SignUpRegistration } from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type Company,
  demonstrationPassword,
  demonstrationUsers,
  findAccountCountry,
  findCompany,
} from '../../accounts/index.ts';
import { countUnpaidOfCustomer } from '../../billing/index.ts';
import type { Config } from '../../core/config.ts';
import type { Database } from '../../core/db/database.ts';
import { can } from '../../core/http/access.ts';
import type { Session } from '../../core/http/session-context.ts';
import { translate } from '../../core/messages/index.ts';
import { describeUser, type Sessions } from '../../identity/index.ts';

export interface PreloadedDependencies {
  readonly database: Database;
  readonly config: Pick<Config, 'mode' | 'knowledgeBaseUrl' | 'contactUrl'>;
  readonly sessions: Sessions;
  /** The key and script of Stripe's fields: Stripe's own, or the sandbox's under /stripe-sandbox. */
  readonly stripe: Preloaded['stripe'];
  /** The products of the switcher. `session` is null for a visitor. */
  readonly switcherProducts: (session: Session | null, locale: Locale) => Promise<Preloaded['products']>;
  /** The progress of the demo history of the user's account, in percent. Null if it is not being generated. */
  readonly historyPercent: (session: Session) => number | null;
  /** The products that are signed out together with the portal. */
  readonly signOutProducts: (locale: Locale) => Promise<NonNullable<Preloaded['signingOut']>['products']>;
  /** Providers of external logins. */
  readonly externalProviders: Preloaded['externalProviders'];
  /** Whether this page offers the user a passkey (PSK-11). */
  readonly offersPasskey: (session: Session | null) => Promise<boolean>;
  /** Whether the account is shown its first steps (SIGN-26). */
  readonly hasFirstSteps: (session: Session | null) => Promise<boolean>;
  /** The brand and the data of a sign-up page. */
  readonly describeSignUp: (
    request: FastifyRequest,
    state: SignUpPageState,
  ) => Promise<{ company: Company; signUp: NonNullable<Preloaded['signUp']> }>;
  /** Whether this portal serves the sandbox page. */
  readonly hasSandboxPage: boolean;
  /** Whether this portal serves the outbox. */
  readonly hasOutbox: boolean;
  /** Whether payments go to Stripe instead of the sandbox. */
  readonly realStripe: boolean;
  /** The version in the footer, such as 1.2506.5.4. */
  readonly version: string;
}

/** What a posted sign-up form contains about its page, besides the address. */
export interface SignUpPageState {
  readonly companyId?: number | undefined;
  readonly productId?: string | undefined;
  readonly registration?: SignUpRegistration | null;
}

export interface FormState {
  readonly modelState: Preloaded['modelState'];
  readonly attemptedValues: Preloaded['attemptedValues'];
  /** On the sign-out page. */
  readonly signingOut?: Preloaded['signingOut'];
  /** On sign-up pages. */
  readonly signUp?: SignUpPageState;
}

export const noFormState: FormState = { modelState: {}, attemptedValues: {} };

/**
 * The preloaded data of a page for one user (PAGE-2, PAGE-1). @param isSetupPage whether it is the page for setting up a required second factor,
 * which knows its user
 */
export async function collectPreloaded(
  dependencies: PreloadedDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  form: FormState,
  isSetupPage: boolean,
): Promise<Preloaded> {
  const { database, config, sessions, stripe, switcherProducts, version } = dependencies;
  const { locale } = request;
  // Other pages treat a user who still has to set up a second factor as a visitor (PAGE-14).
  const mustConfigureMfa = request.session?.isSetup === true;
  const session = mustConfigureMfa ? null : request.session;
  const shown = isSetupPage ? request.session : session;
  const [{ company, signUp }, products, unpaidInvoices, offerPasskey, hasFirstSteps, country] = await Promise.all([
    form.signUp
      ? dependencies.describeSignUp(request, form.signUp)
      : findCompany(database, request.session?.account.companyId).then((found) => ({ company: found, signUp: null })),
    switcherProducts(session, locale),
    countUnpaidInvoices(database, session),
    dependencies.offersPasskey(session),
    dependencies.hasFirstSteps(session),
    session && findAccountCountry(database.query, session.account.id),
  ]);
  return {
    company: describeCompany(company),
    user: shown && describeUser(shown),
    country,
    features: session ? [...session.features] : [],
    permissions: session ? [...session.permissions] : [],
    products,
    unpaidInvoices,
    actingAs: session && describeActing(session, locale),
    actingEnded: session && describeActingEnd(dependencies, request, reply),
    modelState: form.modelState,
    attemptedValues: form.attemptedValues,
    offerPasskey,
    hasFirstSteps,
    mustConfigureMfa,
    signingOut: form.signingOut ?? null,
    externalProviders: [...dependencies.externalProviders],
    captchaKey: signUp?.captcha.key ?? null,
    signUp,
    stripe,
    links: { knowledgeBase: config.knowledgeBaseUrl, contact: company.contactUrl ?? config.contactUrl },
    demo: config.mode === 'demo' && !request.session ? describeDemo(locale) : null,
    historyPercent: session && dependencies.historyPercent(session),
    hasSandboxPage: dependencies.hasSandboxPage && session !== null && can('operator.sandbox', session),
    hasOutbox: dependencies.hasOutbox,
    isOnSandbox: config.mode === 'production' && !dependencies.realStripe && session?.user.isOperator === true,
    locale,
    version,
    sessionMarkerCookie: sessions.cookies.markerName(),
    antiForgeryToken: sessions.issueToken(request, reply),
  };
}

function describeDemo(locale: Locale): Preloaded['demo'] {
  const users = demonstrationUsers.map(({ email, label }) => ({ email, label: translate(locale, label) }));
  return { users, password: demonstrationPassword };
}

async function countUnpaidInvoices({ query }: Database, session: Session | null): Promise<number> {
  const customerId = session && can('invoices.view', session) ? session.account.customerId : null;
  return customerId === null ? 0 : countUnpaidOfCustomer(query, customerId);
}

/** The account's brand, or the default one for visitors (BRAND-4). */
function describeCompany({
  id,
  name,
  slug,
  logoLight,
  logoDark,
  accentLight,
  accentDark,
}: Company): Preloaded['company'] {
  return { id, name, slug, logoLight, logoDark, accentLight, accentDark };
}

function describeActingEnd(
  { sessions }: PreloadedDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Preloaded['actingEnded'] {
  const end = sessions.consumeActingEnd(request, reply);
  return end && translate(request.locale, `session.actingEnded.${end}`);
}

function describeActing({ actingOperator, user, account }: Session, locale: Locale): Preloaded['actingAs'] {
  if (!actingOperator) return null;
  const name = `${user.firstName} ${user.lastName}`.trim() || user.login;
  return {
    operatorName: actingOperator.name,
    text: translate(locale, 'session.actingAs', { name, account: account.name }),
    until: actingOperator.until.toISOString(),
    secondsLeft: Math.max(0, Math.floor((actingOperator.until.getTime() - Date.now()) / 1000)),
  };
}
