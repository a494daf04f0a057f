import { AppError, TooManyRequestsError } from '../../core/http/app-error.ts';

/** Too many forms or wrong coupons. The browser counts down to `blockedTo`, then asks again (SIGN-20). */
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

  /** Turns a limit's refusal into a RegistrationsBlockedError. */
  static async from(take: () => Promise<void>): Promise<void> {
    try {
      await take();
    } catch (error) {
      const to = error instanceof TooManyRequestsError ? error.additionalData?.blockedTo : undefined;
      throw typeof to === 'string' ? new RegistrationsBlockedError(new Date(to)) : error;
    }
  }
}

/** The form names a brand that does not exist. */
export class UnknownCompanyError extends AppError {
  constructor() {
    super({
      code: 'ValidationError',
      message: { key: 'signUp.companyUnknown' },
      propertyErrors: { '': [{ key: 'signUp.companyUnknown' }] },
    });
  }
}
