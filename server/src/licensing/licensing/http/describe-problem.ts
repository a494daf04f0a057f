import { type LicensingCode, type LicensingProblem, type Locale, licensingStatuses } from '@portico/contract';
import type { FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../../../core/db/database.ts';
import { AppError, type Said, say, UnavailableError } from '../../../core/http/app-error.ts';
import { describeIssues, RequestValidationError } from '../../../core/http/validation.ts';
import { translate } from '../../../core/messages/index.ts';
import { LicensingError } from '../licensing.errors.ts';

export type DescribedProblem = Omit<LicensingProblem, 'nonce' | 'time' | 'call' | 'requestId'>;

export interface Description {
  readonly status: number;
  /** Seconds, for the Retry-After header. */
  readonly retryAfter?: number | undefined;
  readonly problem: DescribedProblem;
}

const isLicensingCode = (code: string): code is LicensingCode => Object.hasOwn(licensingStatuses, code);

/** Describes an error with the codes of the licensing API (LIC-5). An unexpected error becomes an InternalError without internal details, and is logged. */
export function describeProblem(error: unknown, request: FastifyRequest, locale: Locale): Description {
  const description = describe(error, locale);
  const cause = error instanceof Error ? error : new Error(String(error));
  if (description.status === 503) request.server.countRefusal(cause.message.split('\n', 1)[0] as string, request.id);
  else if (description.status >= 500) request.log.error({ err: cause }, 'request failed');
  return description;
}

function describe(error: unknown, locale: Locale): Description {
  if (error instanceof LicensingError) {
    const { code, status, key, values, additionalData } = error;
    return {
      status,
      problem: { code, message: translate(locale, key, values), ...(additionalData && { additionalData }) },
    };
  }
  if (error instanceof RequestValidationError) {
    const propertyErrors = describeIssues(error.issues, locale);
    return createDescription('ValidationError', { message: translate(locale, 'problem.validation'), propertyErrors });
  }
  if (error instanceof AppError && isLicensingCode(error.code)) return describeAppError(error, error.code, locale);
  if (isDatabaseUnavailable(error)) return describe(new UnavailableError('problem.unavailable', error), locale);
  return createDescription('InternalError', { message: translate(locale, 'problem.internal') });
}

function describeAppError(error: AppError, code: LicensingCode, locale: Locale): Description {
  const { said, propertyErrors, additionalData, retryAfter } = error;
  const sayIt = (one: Said) => say(one, locale);
  const described = createDescription(code, {
    message: sayIt(said),
    ...(additionalData && { additionalData: { ...additionalData } }),
    ...(propertyErrors && {
      propertyErrors: Object.fromEntries(
        Object.entries(propertyErrors).map(([property, all]) => [property, all.map(sayIt)]),
      ),
    }),
  });
  return { ...described, retryAfter };
}

function createDescription(code: LicensingCode, problem: Omit<DescribedProblem, 'code'>): Description {
  return { status: licensingStatuses[code], problem: { code, ...problem } };
}
