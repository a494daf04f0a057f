import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PurchaseContext } from '../../billing/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import type { Config } from '../../core/config.ts';
import type { Mail } from '../../core/mail/index.ts';
import type { ExternalLoginsRoutesContext, Sessions } from '../../identity/index.ts';

/**
 * Where people of a mail domain come in whose account has a way in of its own, such as single sign-on: a path of the portal. Undefined where they register.
 * The domain is in lower case. Whoever answers has made sure that the domain is the account's.
 */
export type FindDomainSignIn = (domain: string) => Promise<string | undefined>;

/** What registering needs. */
export interface SignUpContext extends PurchaseContext {
  readonly catalog: Catalog;
  readonly config: Pick<Config, 'captcha' | 'appSecret' | 'features'>;
  readonly publicUrl: string;
  readonly mail: Pick<Mail, 'enqueue' | 'forget'>;
  /** Left out where no module leads a domain elsewhere. */
  readonly findDomainSignIn?: FindDomainSignIn;
  /** The account that has proved a mail domain, in lower case: it invites its people itself. Left out where no module knows of any. */
  readonly findDomainAccount?: (domain: string) => Promise<number | undefined>;
  /** Asks reCAPTCHA; tests give another. */
  readonly recaptchaFetch?: typeof fetch;
}

/** The page of a refused form: its errors by field, and its values. */
export interface SignUpFormState {
  readonly modelState: Readonly<Record<string, string[]>>;
  readonly attemptedValues: Readonly<Record<string, string>>;
  readonly signUp: {
    readonly companyId?: number | undefined;
    readonly email?: string | undefined;
  };
}

export interface SignUpRoutesContext extends SignUpContext {
  readonly sessions: Pick<Sessions, 'cookies' | 'safeReturnUrl'>;
  readonly externalLogins: ExternalLoginsRoutesContext;
  /** Answers with the form's page. */
  readonly renderForm: (request: FastifyRequest, reply: FastifyReply, state: SignUpFormState) => Promise<FastifyReply>;
}
