import { AppError } from '../../core/http/app-error.ts';

/** The file has lines that cannot be imported, or cannot be read. Nothing was imported; the preview says why (IMP-4). */
export class ImportRefusedError extends AppError {
  constructor() {
    super({ code: 'file', message: { key: 'import.refused' } });
  }
}
