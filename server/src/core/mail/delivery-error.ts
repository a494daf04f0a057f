/** The recipient's server or the text service refused a message. */
export class DeliveryError extends Error {
  /** Whether a later try with the same message would also be refused (MAIL-3). */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean, cause?: unknown) {
    super(message, { cause });
    this.name = 'DeliveryError';
    this.isFinal = isFinal;
  }
}
