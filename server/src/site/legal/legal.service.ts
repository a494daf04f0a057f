import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LegalName, type Locale, legalNames, locales } from '@portico/contract';
import { type Limit, retention } from '../../core/db/retention.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { intlLocales } from '../../core/messages/index.ts';
import type { LegalText } from './render.ts';

export interface LegalContext {
  /** The folder whose files replace the built-in texts (config `legalDir`). */
  readonly legalDir: string | undefined;
  /** Days for which the audit log keeps events. */
  readonly auditRetentionDays: number;
}

/** The texts that come with the product. The terms contain the rules LEG-1 and LEG-2. */
const builtIn = fileURLToPath(new URL('./texts/', import.meta.url));

interface Rendered {
  readonly text: LegalText;
  /** The Markdown. */
  readonly source: string;
}

const rendered = new Map<string, Rendered & { readonly changed: number }>();

/**
 * A legal text in the user's language. An operator's file replaces the built-in text in all languages: `terms.fr.md` first, then `terms.en.md`
 * (LEG-3). Limits such as `{auditLog}` become their durations (LEG-5). A changed file applies at the next request. @throws NotFoundError for a name outside of `legalNames`
 */
export async function readLegalText(name: string, locale: Locale, context: LegalContext): Promise<LegalText> {
  const { text, language } = await findText(name.toLowerCase(), locale, context);
  return { ...text, html: insertLimits(text.html, language, context) };
}

/** Identifies what a text says in all languages: SHA-256 of the Markdown with its limits inserted, in hex. */
export async function findVersion(name: LegalName, context: LegalContext): Promise<string> {
  const hash = createHash('sha256');
  for (const locale of locales) {
    const { source, language } = await findText(name, locale, context);
    hash.update(`${insertLimits(source, language, context)}\0`);
  }
  return hash.digest('hex');
}

/** The first text of a name among the operator's files and the built-in ones, with its language. */
async function findText(name: string, locale: Locale, { legalDir }: LegalContext) {
  if (!legalNames.includes(name as LegalName)) throw new NotFoundError();
  for (const folder of legalDir ? [legalDir, builtIn] : [builtIn]) {
    for (const language of locale === 'en' ? (['en'] as const) : ([locale, 'en'] as const)) {
      const found = await readRendered(join(folder, `${name}.${language}.md`));
      if (found) return { ...found, language };
    }
  }
  throw new NotFoundError();
}

/** Replaces the names of limits with durations in the text's language, such as "400 days". Other words in braces stay. */
function insertLimits(text: string, language: Locale, { auditRetentionDays }: LegalContext): string {
  const limits: Readonly<Record<string, Limit>> = {
    ...retention,
    auditLog: { value: auditRetentionDays, unit: 'day' },
  };
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => {
    const limit = Object.hasOwn(limits, name) ? limits[name] : undefined;
    return limit ? formatLimit(limit, language) : braces;
  });
}

function formatLimit({ value, unit }: Limit, language: Locale): string {
  return new Intl.NumberFormat(intlLocales[language], { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}

async function readRendered(file: string): Promise<Rendered | null> {
  try {
    const changed = (await stat(file)).mtimeMs;
    const known = rendered.get(file);
    if (known?.changed === changed) return known;
    const { renderLegalText } = await import('./render.ts');
    const source = await readFile(file, 'utf8');
    const found = { changed, source, text: renderLegalText(source) };
    rendered.set(file, found);
    return found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
