import { type AppError, InvalidInputError, NotFoundError, UnavailableError } from '../http/app-error.ts';

/** Maximum time for a response of the sandbox, in milliseconds. */
const timeout = 10_000;

type Form = Readonly<Record<string, string | number | boolean | undefined>>;

/** Calls that only the sandbox has (stripe-sandbox/README.md 'Control'), and the calls of its Stripe API. */
export interface SandboxControl {
  get<Answer>(path: string, query?: Form): Promise<Answer>;
  post<Answer>(path: string, form?: Form): Promise<Answer>;
  remove(path: string): Promise<void>;
}

/**
 * Calls the sandbox with its secret key. `path` begins with `/_sandbox/` or `/v1/`; the caller must encode external
 * values in it.
 * @throws NotFoundError, InvalidInputError with the sandbox's message, UnavailableError without a response.
 */
export function createSandboxControl({ url, secretKey }: { url: string; secretKey: string }): SandboxControl {
  async function call<Answer>(method: string, path: string, query: Form = {}, form?: Form): Promise<Answer> {
    const target = new URL(path, url);
    target.search = encode(query).toString();
    let response: Response;
    try {
      response = await fetch(target, {
        method,
        headers: { authorization: `Bearer ${secretKey}` },
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
        ...(form && { body: encode(form) }),
      });
      if (response.ok) return (await response.json()) as Answer;
    } catch (error) {
      throw new UnavailableError('problem.providerUnavailable', error);
    }
    throw await toSandboxError(response);
  }
  return {
    get: (path, query) => call('GET', path, query),
    post: (path, form = {}) => call('POST', path, {}, form),
    remove: async (path) => void (await call('DELETE', path)),
  };
}

function encode(form: Form): URLSearchParams {
  const encoded = new URLSearchParams();
  for (const [name, value] of Object.entries(form)) if (value !== undefined) encoded.append(name, String(value));
  return encoded;
}

async function toSandboxError(response: Response): Promise<AppError> {
  const body = (await response.json().catch(() => null)) as {
    error?: { code?: string; message?: string };
  } | null;
  if (response.status === 404 || body?.error?.code === 'resource_missing') return new NotFoundError();
  if (response.status !== 400) return new UnavailableError('problem.providerUnavailable');
  const text = body?.error?.message;
  return new InvalidInputError({}, text ? { text } : undefined);
}
