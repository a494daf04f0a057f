import { AppError } from '../../core/http/app-error.ts';

/** The file is unreadable or has bad lines. Nothing was imported; the preview explains why (IMP-4). */
export class ImportRefusedError extends AppError {
  constructor() {
    super({ code: 'file', message: { key: 'import.refused' } });
  }
}
