import { AppError } from '../../core/http/app-error.ts';

/** Name, password or code is wrong, the user is not the owner, or single sign-on is not required. The response is the same for all (SSO-34). */
export class BreakGlassRefusedError extends AppError {
  constructor() {
    super({
      code: 'InvalidCredentials',
      message: { key: 'sso.breakGlassRefused' },
      propertyErrors: { '': [{ key: 'sso.breakGlassRefused' }] },
    });
  }
}
