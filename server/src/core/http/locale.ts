import { type Locale, locales } from '@portico/contract';
import type { FastifyRequest } from 'fastify';

/** The cookie that stores the language that the user chose. Scripts can read it. */
const localeCookie = 'portico_locale';

/** The user's language: the chosen one, else that of the link that was opened, else the first supported one of the browser, else English (WIRE-13, REC-4). */
export function readLocale(request: FastifyRequest): Locale {
  const chosen = request.cookies[localeCookie];
  if (isLocale(chosen)) return chosen;
  const { language } = request.query as { language?: string };
  if (isLocale(language)) return language;
  const spoken = request.headers['accept-language'];
  if (!spoken) return 'en';
  const wanted = spoken
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.trim().split(';q=');
      return { language: tag.slice(0, 2).toLowerCase(), quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .sort((a, b) => b.quality - a.quality);
  return wanted.map(({ language }) => language).find(isLocale) ?? 'en';
}

function isLocale(value: string | undefined): value is Locale {
  return locales.includes(value as Locale);
}
