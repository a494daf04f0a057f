import { type LicensingCode, licensingStatuses } from '@portico/contract';
import type { MessageKey, MessageValues } from '../../core/messages/index.ts';

interface LicensingErrorOptions {
  readonly values?: MessageValues;
  readonly additionalData?: Readonly<Record<string, unknown>>;
}

/** A refusal of the licensing API, with a code on which products branch (LIC-5). */
export class LicensingError extends Error {
  readonly code: LicensingCode;
  readonly status: number;
  readonly key: MessageKey;
  readonly values: MessageValues | undefined;
  readonly additionalData: LicensingErrorOptions['additionalData'];

  constructor(code: OwnCode, { values, additionalData }: LicensingErrorOptions = {}) {
    super(code);
    this.name = code;
    this.code = code;
    this.status = licensingStatuses[code];
    this.key = `licensing.${code}`;
    this.values = values;
    this.additionalData = additionalData;
  }
}

/** Codes with messages of their own. The others use the portal's messages. */
type OwnCode = Exclude<
  LicensingCode,
  'ValidationError' | 'ReleaseLimit' | 'TooManyRequests' | 'ServiceUnavailable' | 'InternalError'
>;
