import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Config } from '../../core/config.ts';
import type { Database } from '../../core/db/database.ts';
import type { Said } from '../../core/http/app-error.ts';
import { listCompanies } from '../accounts/companies.queries.ts';
import type { GrantableProducts } from '../ports.ts';
import { passwordProblems } from './password-rule.ts';
import { findWeakness } from './password-strength.ts';

/** What the check of a chosen password reads. */
export interface PasswordContext {
  readonly database: Database;
  readonly catalog: GrantableProducts;
  readonly config: Pick<Config, 'breachedPasswordsFile'>;
}

/**
 * Why a password that a person chose is refused: the unmet parts of the rule; if it meets all of them, why it is easy to
 * guess, or that it was breached (PWD-1 to PWD-4, PWD-9, PWD-17, PWD-18). Empty for an accepted one.
 * @param own the user's address and names, and the account's name
 */
export async function findPasswordProblems(
  context: PasswordContext,
  password: string,
  own: readonly string[],
): Promise<Said[]> {
  const problems = passwordProblems(password);
  if (problems.length > 0) return problems;
  const weakness = await findWeakness(password, [...own, ...(await listContextWords(context))]);
  if (weakness) return [weakness];
  const { breachedPasswordsFile: file } = context.config;
  return file !== undefined && (await isBreached(file, password)) ? [{ key: 'session.password.breached' }] : [];
}

/** Names that attackers of this installation try first: of the portal, of all its brands and of all its products (PWD-17). */
async function listContextWords({ database, catalog }: PasswordContext): Promise<string[]> {
  const [companies, products] = await Promise.all([listCompanies(database.query), catalog.findProducts()]);
  const productNames = [...products.values()].flatMap(({ displayName: { en, fr } }) => [en, fr ?? en]);
  return ['Portico', ...companies.map(({ name }) => name), ...productNames];
}

/** Characters of a SHA-1 hash in hexadecimal. */
const hashLength = 40;
/** Bytes to read at once: more than the longest line. */
const chunk = 128;

/**
 * Whether a file of breached passwords has a password. The file has a line for each SHA-1 hash, in ascending order, as
 * Have I Been Pwned offers it: 40 hexadecimal digits, and anything after a colon. It is searched by bisection, because
 * the complete list has many gigabytes. @throws Error if the file cannot be read
 */
export async function isBreached(file: string, password: string): Promise<boolean> {
  const wanted = createHash('sha1').update(password).digest('hex');
  await using handle = await open(file);
  const buffer = Buffer.alloc(chunk);
  // The first byte of the wanted line, if it exists, is in [low, high).
  let [low, high] = [0, (await handle.stat()).size];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const start = middle === 0 ? -1 : middle - 1;
    const { bytesRead } = await handle.read(buffer, 0, chunk, Math.max(start, 0));
    const text = buffer.toString('latin1', 0, bytesRead);
    // The first line that begins at `middle` or later.
    const offset = start === -1 ? 0 : text.indexOf('\n') + 1;
    const found = text.slice(offset, offset + hashLength).toLowerCase();
    if (start !== -1 && offset === 0) high = middle;
    else if (found === wanted) return true;
    else if (found.length < hashLength || found > wanted) high = middle;
    else low = Math.max(start, 0) + offset + 1;
  }
  return false;
}
