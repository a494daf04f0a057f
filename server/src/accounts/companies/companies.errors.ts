import { AppError } from '../../core/http/app-error.ts';

/** Visitors see the default company, and accounts need theirs (BRAND-5). */
export class CompanyInUseError extends AppError {
  constructor(reason: 'isDefault' | 'hasAccounts') {
    super({ code: 'Conflict', message: { key: `companies.${reason}` } });
  }
}

/** Somebody else saved the brand since it was read (BRAND-8). */
export class CompanyChangedError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'companies.changed' } });
  }
}
