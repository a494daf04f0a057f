import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

export type Language = 'en' | 'fr';

const locales = join(import.meta.dirname, '../../web/src/locales');
const catalog = readdirSync(locales, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => readFileSync(join(locales, name, 'fr.po'), 'utf8'))
  .join('\n');

/** Chooses the language by the browser's cookie, as a user's choice would. */
export async function setLanguage(page: Page, language: Language, origin: string): Promise<void> {
  await page.context().addCookies([{ name: 'portico_locale', value: language, url: origin }]);
}

/**
 * The portal's text for an English message, in French from its own catalog. @param context of the message, if it has several translations @throws for
 * an unknown message
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
  if (!translation) throw new Error(`the French catalog does not contain “${message}”`);
  return fill(JSON.parse(translation) as string);
}

/** A pattern for such a text with anything in place of its values. */
export function pattern(language: Language, message: string): RegExp {
  const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
  return new RegExp(
    say(language, message)
      .split(/\{\w+\}/)
      .map(literally)
      .join('(.+)'),
  );
}
