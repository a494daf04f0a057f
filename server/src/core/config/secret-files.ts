import { readFileSync } from 'node:fs';
import { ConfigError, type Problem } from './problems.ts';

/** Variables that contain a secret. `NAME_FILE` may name a file that contains it, such as one that a secret store mounts. */
const secretVariables = [
  'DATABASE_URL',
  'APP_SECRET',
  'APP_SECRET_PREVIOUS',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
  'SMS_WEBHOOK_URL',
  'GOOGLE_CLIENT_SECRET',
  'RECAPTCHA_SECRET_KEY',
] as const;

/** The secrets in files, without the line end that editors add (RUN-14). @throws ConfigError if a file cannot be read */
export function readSecretFiles(given: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const found: Record<string, string> = {};
  const problems: Problem[] = [];
  for (const variable of secretVariables) {
    const file = given[`${variable}_FILE`];
    if (file === undefined) continue;
    if (given[variable] !== undefined) {
      problems.push({ variable: `${variable}_FILE`, problem: `should be left out if ${variable} is set` });
      continue;
    }
    try {
      found[variable] = readFileSync(file, 'utf8').trim();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      problems.push({ variable: `${variable}_FILE`, problem: `should be a file that can be read: ${file} (${code})` });
    }
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return found;
}
