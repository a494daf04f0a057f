/** The other side did not take a message. */
export class DeliveryError extends Error {
  /** Whether it would not take the same message later either (MAIL-3). */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean, cause?: unknown) {
    super(message, { cause });
    this.name = 'DeliveryError';
    this.isFinal = isFinal;
  }
}
