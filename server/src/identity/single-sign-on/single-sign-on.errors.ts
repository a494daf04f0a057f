import { AppError } from '../../core/http/app-error.ts';

/** Name, password or code is wrong, the user is no owner, or other ways are open. The answer is the same for all (SSO-34). */
export class BreakGlassRefusedError extends AppError {
  constructor() {
    super({
      code: 'InvalidCredentials',
      message: { key: 'sso.breakGlassRefused' },
      propertyErrors: { '': [{ key: 'sso.breakGlassRefused' }] },
    });
  }
}
