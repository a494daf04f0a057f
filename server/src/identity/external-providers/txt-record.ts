import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';

/** The result of a TXT lookup (SSO-6). */
export type RecordCheck =
  | { readonly lastCheck: 'found' | 'missing' | 'unreachable'; readonly foundValue: null }
  | { readonly lastCheck: 'other'; readonly foundValue: string };

/** Time limit of a lookup with all its tries, in milliseconds. */
const maxLookupMs = 5_000;
const prefix = 'portico-domain-verification=';
/** Maximum length of another value that is shown. */
const shownLength = 200;

/** A random value for the record of one mail domain. */
export const newRecordValue = () => randomBytes(20).toString('hex');

/** The host name of the record that proves a domain. */
export const txtRecordName = (domain: string) => `_portico-challenge.${domain}`;

/** The complete value of the record. */
export const txtRecordText = (value: string) => `${prefix}${value}`;

/** Looks up the TXT record of a mail domain, for at most five seconds. @param nameServers to query; empty for the system's own */
export async function lookUpRecord(
  nameServers: readonly string[],
  { domain, recordValue }: { readonly domain: string; readonly recordValue: string },
): Promise<RecordCheck> {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  if (nameServers.length > 0) resolver.setServers([...nameServers]);
  const limit = setTimeout(() => resolver.cancel(), maxLookupMs);
  try {
    const records = await resolver.resolveTxt(txtRecordName(domain));
    return compareRecords(
      records.map((parts) => parts.join('')),
      txtRecordText(recordValue),
    );
  } catch (error) {
    return { lastCheck: isAbsent(error) ? 'missing' : 'unreachable', foundValue: null };
  } finally {
    clearTimeout(limit);
  }
}

function compareRecords(texts: readonly string[], wanted: string): RecordCheck {
  if (texts.some((text) => text.trim() === wanted)) return { lastCheck: 'found', foundValue: null };
  const [other] = texts;
  return other === undefined
    ? { lastCheck: 'missing', foundValue: null }
    : { lastCheck: 'other', foundValue: shortenRecord(other) };
}

/** A foreign record as one short line. */
function shortenRecord(text: string): string {
  const line = text.replace(/\p{Cc}/gu, ' ').toWellFormed();
  return line.length > shownLength ? `${line.slice(0, shownLength - 1).toWellFormed()}…` : line;
}

/** Whether the name server answered that the record does not exist. */
function isAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOTFOUND' || code === 'ENODATA';
}
