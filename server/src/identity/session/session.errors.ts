import { AppError } from '../../core/http/app-error.ts';

/** The page was made for another session, or the request comes from another site. */
export class AntiForgeryError extends AppError {
  constructor() {
    super({ code: 'AntiForgery', message: { key: 'problem.antiForgery' } });
  }
}

/**
 * The name or password is wrong, or the user is inactive. The answer is the same for all. The status is 422, because the browser reloads the page
 * after a 401 (SES-11), which would empty the form.
 */
export class InvalidCredentialsError extends AppError {
  constructor() {
    super({
      code: 'InvalidCredentials',
      message: { key: 'session.invalidCredentials' },
      propertyErrors: { '': [{ key: 'session.invalidCredentials' }] },
    });
  }
}

/** The password is right, and operators disabled the account (OPR-3). */
export class AccountDisabledError extends AppError {
  constructor() {
    super({
      code: 'InvalidCredentials',
      message: { key: 'session.accountDisabled' },
      propertyErrors: { '': [{ key: 'session.accountDisabled' }] },
    });
  }
}

/** The password is right, and its user has not confirmed the address with which they signed up (SIGN-23). */
export class EmailNotConfirmedError extends AppError {
  constructor() {
    super({
      code: 'InvalidCredentials',
      message: { key: 'session.emailNotConfirmed' },
      propertyErrors: { '': [{ key: 'session.emailNotConfirmed' }] },
    });
  }
}

/** No sign-in of this browser waits for a second factor any more: it ended, was too old, or had too many wrong codes (MFA-1). */
export class ChallengeExpiredError extends AppError {
  constructor() {
    super({ code: 'ChallengeExpired', message: { key: 'session.challengeExpired' } });
  }
}

/** The user whom an operator wants to act as is inactive or may not sign in otherwise. */
export class UserCannotSignInError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'acting.cannotSignIn' } });
  }
}
