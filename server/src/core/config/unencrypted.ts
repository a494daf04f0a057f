import type { Config } from '../config.ts';

/** Connections that may leave the machine without encryption. */
export type UnencryptedConnection = 'database' | 'mail' | 'texts';

/**
 * The connections to other hosts that may be unencrypted (RUN-15): a database without `sslmode` or `ssl`, a mail server
 * with `smtp:` and without a login, and a service for text messages with `http:`.
 */
export function findUnencryptedConnections({
  databaseUrl,
  mail: { smtpUrl },
  texts,
}: Pick<Config, 'databaseUrl' | 'mail' | 'texts'>): UnencryptedConnection[] {
  const found: UnencryptedConnection[] = [];
  if (leavesMachine(databaseUrl, (url) => !asksForTls(url))) found.push('database');
  if (leavesMachine(smtpUrl, ({ protocol, username }) => protocol === 'smtp:' && username === '')) found.push('mail');
  if (leavesMachine(texts.url, ({ protocol }) => protocol === 'http:')) found.push('texts');
  return found;
}

function leavesMachine(address: string | undefined, isOpen: (url: URL) => boolean): boolean {
  const url = address === undefined ? null : URL.parse(address);
  return url !== null && !/^(?:|localhost|127\..+|\[::1\])$/.test(url.hostname) && isOpen(url);
}

/** Whether the driver connects to PostgreSQL only with TLS. */
function asksForTls({ searchParams }: URL): boolean {
  const mode = searchParams.get('sslmode') ?? '';
  return (
    ['require', 'verify-ca', 'verify-full'].includes(mode) || ['true', '1'].includes(searchParams.get('ssl') ?? '')
  );
}
