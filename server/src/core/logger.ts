import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** Field names that may contain a secret, at the top level or one level down. */
const secretNames = ['password', 'secret', 'token', 'authorization', 'cookie', 'headers', 'body'];

/**
 * Logs JSON lines with request ids, and removes fields that could be secrets.
 * @param destination standard output by default. Lines are written in batches without delaying requests, the rest when
 * the process exits.
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
 * Keeps only the type, message, code, stack and cause of an error, because drivers attach connections, queries and
 * requests. The log contains a query's statement but not its parameters.
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
