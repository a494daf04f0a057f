import { type ErrorCode, errorStatuses } from '@portico/contract';
import { AppError } from '../http/app-error.ts';
import type { MessageKey } from '../messages/index.ts';
import { CardError } from '../stripe/index.ts';
import type { Operation } from './operations.queries.ts';

/** Another change of the same subject is unsettled. The browser can follow it by its id. */
export class ChangeUnderWayError extends AppError {
  constructor(operationId: string | undefined) {
    super({
      code: 'ChangeUnderWay',
      message: { key: 'operation.underWay' },
      ...(operationId && { additionalData: { operationId } }),
    });
  }
}

/** The stored form of an error: the provider's text, or a message key that is translated when it is shown, and the fields that it belongs to. */
export function toFailure(error: unknown): NonNullable<Operation['error']> {
  if (!(error instanceof AppError)) return { code: 'InternalError', message: '' };
  const { code, said, propertyErrors } = error;
  return {
    code,
    ...('text' in said
      ? { message: said.text, ...(said.declineCode && { declineCode: said.declineCode }) }
      : { message: '', key: said.key }),
    ...(propertyErrors && { propertyErrors }),
  };
}

/** The error of a failed operation, for the user who requested it. */
export function toOperationError({ error }: Pick<Operation, 'error'>): AppError {
  const code = isErrorCode(error?.code) ? error.code : 'InternalError';
  const key = (error?.key ?? 'problem.internal') as MessageKey;
  if (error && code === 'CardError') return new CardError(error.key ? { key } : error.message, error.declineCode);
  return new AppError({
    code,
    message: error?.message ? { text: error.message } : { key },
    ...(error?.propertyErrors && { propertyErrors: error.propertyErrors }),
  });
}

function isErrorCode(code: string | undefined): code is ErrorCode {
  return code !== undefined && code in errorStatuses;
}
