import { AppError, TooManyRequestsError } from '../../core/http/app-error.ts';

/** Too many forms, or wrong coupons. The browser counts down to `blockedTo`, and asks again then (SIGN-20). */
export class RegistrationsBlockedError extends AppError {
  constructor(until: Date) {
    const seconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000));
    const said = { key: 'signUp.blocked', values: { seconds } } as const;
    super({
      code: 'TooManyRequests',
      message: said,
      propertyErrors: { '': [said] },
      additionalData: { blockedTo: until.toISOString() },
      retryAfter: seconds,
    });
  }

  /** Says the refusal of a limit in the words of the sign-up. */
  static async from(take: () => Promise<void>): Promise<void> {
    try {
      await take();
    } catch (error) {
      const to = error instanceof TooManyRequestsError ? error.additionalData?.blockedTo : undefined;
      throw typeof to === 'string' ? new RegistrationsBlockedError(new Date(to)) : error;
    }
  }
}

/** The form names a company that there is not. */
export class UnknownCompanyError extends AppError {
  constructor() {
    super({
      code: 'ValidationError',
      message: { key: 'signUp.companyUnknown' },
      propertyErrors: { '': [{ key: 'signUp.companyUnknown' }] },
    });
  }
}
