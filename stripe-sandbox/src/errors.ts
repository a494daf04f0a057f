/** The `error` object in the body of a refusal. */
export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  advice_code?: string;
  charge?: string;
  payment_intent?: object;
  payment_method?: object;
  setup_intent?: object;
  payment_method_type?: string;
}

/** A refusal in Stripe's words. Endpoints throw it; the server renders it. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  /** True when the work of the call is kept, such as a declined charge on its payment intent. */
  readonly keepsWork: boolean;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    body: ErrorBody,
    options: { keepsWork?: boolean; headers?: Record<string, string> } = {},
  ) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.keepsWork = options.keepsWork ?? false;
    this.headers = options.headers ?? {};
  }
}

/** A 400 of type `invalid_request_error`. */
export function invalidRequest(message: string, detail: { param?: string; code?: string } = {}): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, ...detail });
}

/** Stripe's error for an id of the caller's choice that is taken. */
export function alreadyExists(noun: string): ApiError {
  return invalidRequest(`${noun} already exists.`, { code: 'resource_already_exists', param: 'id' });
}

const NOUNS: Record<string, string> = {
  payment_intent: 'payment_intent',
  setup_intent: 'setupintent',
  payment_method: 'PaymentMethod',
  promotion_code: 'promotion code',
  invoiceitem: 'invoiceitem',
  invoice_payment: 'invoice_payment',
  subscription_item: 'subscription_item',
  webhook_endpoint: 'webhook endpoint',
  balance_transaction: 'balance transaction',
  tax_rate: 'tax rate',
  credit_note: 'credit note',
  'test_helpers.test_clock': 'test clock',
};

/** Stripe's names of the id in a path. */
const IN_PATH = ['id', 'coupon', 'intent', 'item'];

/** Stripe's error for an unknown id: 404 for an id in the path, 400 for one in a parameter. */
export function noSuch(type: string, id: string, param = 'id'): ApiError {
  return new ApiError(IN_PATH.includes(param) ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${NOUNS[type] ?? type}: '${id}'`,
    param,
  });
}

/** The page of Stripe's documentation about an error code. */
export function documentationUrl(code: string): string {
  return `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`;
}
