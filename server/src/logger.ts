import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import type { Config } from './config.ts';

/** Names under which a secret may come by, at the top of a line or one level down. */
const secretNames = ['password', 'secret', 'token', 'authorization', 'cookie', 'headers', 'body'];

/**
 * JSON lines with request ids. What could be a secret is cut out wherever it stands.
 * @param destination standard output unless a test listens.
 */
export function createLogger(level: Config['logLevel'], destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: serializeError },
      redact: {
        paths: [...secretNames.flatMap((name) => [name, `*.${name}`]), 'err.raw', 'err.cause.raw', 'err.config'],
        censor: '[redacted]',
      },
    },
    destination,
  );
}

type Serialized = { message?: unknown; stack?: unknown; cause?: unknown } & Record<string, unknown>;

/** Values of a query (password hashes, addresses, names) and of a refused input stay out of the log; statement and cause stay in. */
function serializeError(error: Error): Serialized {
  return withoutValues(stdSerializers.errWithCause(error) as unknown as Serialized);
}

function withoutValues({ params: _, issues: __, parameters: ___, ...error }: Serialized): Serialized {
  const cut = (text: unknown) =>
    typeof text === 'string' ? text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '') : text;
  return {
    ...error,
    message: cut(error.message),
    stack: cut(error.stack),
    ...(error.cause && typeof error.cause === 'object' ? { cause: withoutValues(error.cause as Serialized) } : {}),
  };
}
