import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** JSON lines with request ids on standard output. What could be a secret is cut out wherever it stands. */
export function createLogger(level: Config['logLevel']): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['password', 'secret', 'token', 'authorization', 'cookie', '*.password', '*.secret', '*.token', '*.authorization', '*.cookie', '*.headers', 'err.raw', 'err.cause.raw', 'err.config'],
      censor: '[redacted]',
    },
  });
}
