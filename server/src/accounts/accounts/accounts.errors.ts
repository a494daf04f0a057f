import { AppError } from '../../core/http/app-error.ts';

/** Whoever disabled the account of the operators could not enable it again (OPR-3). */
export class OperatorsAccountError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'accounts.hasOperators' } });
  }
}
