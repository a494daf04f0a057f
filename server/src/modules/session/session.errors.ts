import { AppError } from '../../http/app-error.ts';

/** The page was made for another session, or the request comes from somewhere else. */
export class AntiForgeryError extends AppError {
  constructor() {
    super({ code: 'AntiForgery', message: { key: 'problem.antiForgery' } });
  }
}

/**
 * Name and password do not belong together, or the user is inactive: the same answer for all. Status 422, not 401: the browser takes a
 * 401 for a session that ended and reloads the page (SES-11), which would empty the form.
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
