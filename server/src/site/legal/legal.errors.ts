import { AppError } from '../../core/http/app-error.ts';

/** The text changed after the operator saw it. */
export class LegalTextChangedError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'legal.textChanged' } });
  }
}

/** The notice of this version was sent before (LEG-6). */
export class NoticeSentError extends AppError {
  /** @param by the operator's name; null if unknown */
  constructor(at: string, by: string | null) {
    super({
      code: 'Conflict',
      message: by
        ? { key: 'legal.noticeSent', values: { at, by } }
        : { key: 'legal.noticeSentUnknown', values: { at } },
    });
  }
}
