import { AppError } from '../../http/app-error.ts';

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
