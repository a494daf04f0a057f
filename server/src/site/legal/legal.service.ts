import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LegalName, type Locale, legalNames } from '@portico/contract';
import { NotFoundError } from '../../core/http/app-error.ts';
import type { LegalText } from './render.ts';

export interface LegalContext {
  /** The folder whose files replace the built-in texts (config `legalDir`). */
  readonly legalDir: string | undefined;
  /** Days for which the audit log keeps events. */
  readonly auditRetentionDays: number;
}

/** The texts that come with the product. The terms contain the rules LEG-1 and LEG-2. */
const builtIn = fileURLToPath(new URL('./texts/', import.meta.url));

const rendered = new Map<string, { changed: number; text: LegalText }>();

/**
 * A legal text in the user's language. An operator's file replaces the built-in text in all languages: `terms.fr.md` first, then `terms.en.md`
 * (LEG-3). `{AUDIT_RETENTION_DAYS}` becomes the setting's value (LEG-5). A changed file applies at the next request. @throws NotFoundError for a name outside of `legalNames`
 */
export async function readLegalText(
  name: string,
  locale: Locale,
  { legalDir, auditRetentionDays }: LegalContext,
): Promise<LegalText> {
  if (!legalNames.includes(name.toLowerCase() as LegalName)) throw new NotFoundError();
  for (const folder of legalDir ? [legalDir, builtIn] : [builtIn]) {
    for (const language of locale === 'en' ? ['en'] : [locale, 'en']) {
      const text = await readRendered(join(folder, `${name.toLowerCase()}.${language}.md`));
      if (text) return { ...text, html: text.html.replaceAll('{AUDIT_RETENTION_DAYS}', String(auditRetentionDays)) };
    }
  }
  throw new NotFoundError();
}

async function readRendered(file: string): Promise<LegalText | null> {
  try {
    const changed = (await stat(file)).mtimeMs;
    const known = rendered.get(file);
    if (known?.changed === changed) return known.text;
    const { renderLegalText } = await import('./render.ts');
    const text = renderLegalText(await readFile(file, 'utf8'));
    rendered.set(file, { changed, text });
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
