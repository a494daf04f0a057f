import { AppError } from '../../core/http/app-error.ts';

/** The page belongs to another session, or the request comes from another site. */
export class AntiForgeryError extends AppError {
  constructor() {
    super({ code: 'AntiForgery', message: { key: 'problem.antiForgery' } });
  }
}

/** The name or password is wrong, or the user is inactive; the response is the same for all. Not 401, which would reload the page and empty the form (SES-11). */
export class InvalidCredentialsError extends AppError {
  constructor() {
    super({
      code: 'InvalidCredentials',
      message: { key: 'session.invalidCredentials' },
      propertyErrors: { '': [{ key: 'session.invalidCredentials' }] },
    });
  }
}

/** The password is right, but operators disabled the account (OPR-3). */
export class AccountDisabledError extends AppError {
  constructor() {
    super({
      code: 'InvalidCredentials',
      message: { key: 'session.accountDisabled' },
      propertyErrors: { '': [{ key: 'session.accountDisabled' }] },
    });
  }
}

/** The password is right, but the user has not confirmed the address of the sign-up (SIGN-23). */
export class EmailNotConfirmedError extends AppError {
  /** @param isSent whether another link was just sent; otherwise too many were sent in the last hour */
  constructor(isSent: boolean) {
    const message = { key: isSent ? 'session.emailNotConfirmed' : 'session.emailNotConfirmedYet' } as const;
    super({ code: 'InvalidCredentials', message, propertyErrors: { '': [message] } });
  }
}

/** The browser has no challenge: it ended, expired, or had too many wrong codes (MFA-1). */
export class ChallengeExpiredError extends AppError {
  constructor() {
    super({ code: 'ChallengeExpired', message: { key: 'session.challengeExpired' } });
  }
}

/** The user to act as is inactive or cannot sign in for another reason. */
export class UserCannotSignInError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'acting.cannotSignIn' } });
  }
}
