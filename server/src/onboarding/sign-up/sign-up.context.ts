import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PurchaseContext } from '../../billing/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import type { Config } from '../../core/config.ts';
import type { Mail } from '../../core/mail/index.ts';
import type { ExternalLoginsRoutesContext, Sessions } from '../../identity/index.ts';

/**
 * Returns the sign-in path for users of a mail domain (lower case) that their account has proved, such as single sign-on. Undefined if they register.
 */
export type FindDomainSignIn = (domain: string) => Promise<string | undefined>;

/** The dependencies of a registration. */
export interface SignUpContext extends PurchaseContext {
  readonly catalog: Catalog;
  readonly config: Pick<Config, 'captcha' | 'appSecret' | 'features' | 'breachedPasswordsFile'>;
  readonly publicUrl: string;
  readonly mail: Pick<Mail, 'enqueue' | 'forget'>;
  /** Omitted if no module has sign-in paths for domains. */
  readonly findDomainSignIn?: FindDomainSignIn;
  /** Returns the account that proved a mail domain, in lower case; it invites its own users. Omitted if no module knows domains. */
  readonly findDomainAccount?: (domain: string) => Promise<number | undefined>;
  /** Calls reCAPTCHA; tests replace it. */
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
  /** Renders the form's page as the response. */
  readonly renderForm: (request: FastifyRequest, reply: FastifyReply, state: SignUpFormState) => Promise<FastifyReply>;
}
