import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** Names under which a secret may come by, at the top of a line or one level down. */
const secretNames = ['password', 'secret', 'token', 'authorization', 'cookie', 'headers', 'body'];

/**
 * JSON lines with request ids. What could be a secret is cut out wherever it stands.
 * @param destination standard output unless a test listens. Lines go there one batch after another, without holding up requests; what is still
 * in memory when the process exits is written then.
 */
export function createLogger(level: Config['logLevel'], destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: serializeError },
      redact: {
        paths: secretNames.flatMap((name) => [name, `*.${name}`]),
        censor: '[redacted]',
      },
    },
    destination ?? pino.destination({ dest: 1, sync: false }),
  );
}

interface DescribedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: DescribedError;
}

/**
 * Type, message, code, stack and cause; nothing else, as drivers hang connections, queries and requests onto their errors. Values of a query
 * (password hashes, addresses, names) stay out of the log; statement and cause stay in.
 */
function serializeError(error: unknown): unknown {
  return error instanceof Error ? describeError(error) : error;
}

function describeError(error: Error): DescribedError {
  const { code } = error as { code?: unknown };
  const withoutValues = (text: string) => text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '');
  return {
    type: error.constructor.name,
    message: withoutValues(error.message),
    ...(typeof code === 'string' && { code }),
    ...(error.stack && { stack: withoutValues(error.stack) }),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  };
}
