import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

export type Language = 'en' | 'fr';

const locales = join(import.meta.dirname, '../../web/src/locales');
const catalog = readdirSync(locales, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => readFileSync(join(locales, name, 'fr.po'), 'utf8'))
  .join('\n');

/** Chooses the language as a reader does, by the browser's cookie. */
export async function setLanguage(page: Page, language: Language, origin: string): Promise<void> {
  await page.context().addCookies([{ name: 'portico_locale', value: language, url: origin }]);
}

/**
 * What the portal says for an English message: a story told in French follows the product's own French.
 * @param context of the message, where it has another French in each
 * @throws for a message it does not know
 */
export function say(
  language: Language,
  message: string,
  values: Record<string, string> = {},
  context?: string,
): string {
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  if (language === 'en') return fill(message);
  const before = context === undefined ? '' : `\nmsgctxt ${JSON.stringify(context)}`;
  const at = catalog.indexOf(`${before}\nmsgid ${JSON.stringify(message)}\nmsgstr `);
  const translation = at === -1 ? undefined : /\nmsgstr (".*")/.exec(catalog.slice(at))?.[1];
  if (!translation) throw new Error(`the French catalog does not know “${message}”`);
  return fill(JSON.parse(translation) as string);
}

/** A pattern for such a text with anything in the place of its values. */
export function pattern(language: Language, message: string): RegExp {
  const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
  return new RegExp(
    say(language, message)
      .split(/\{\w+\}/)
      .map(literally)
      .join('(.+)'),
  );
}
