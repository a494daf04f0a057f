import { i18n } from '@lingui/core';
import { expect, it } from 'vitest';
import { addCatalog, startLocale, switchLocale } from './locale.ts';

const app = { en: { greeting: 'Hello' }, fr: { greeting: 'Bonjour' } };
const operator = { en: { repair: 'Repair' }, fr: { repair: 'Réparer' } };

it('keeps the messages of every catalog in every chosen language, in whatever order they arrive', async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const starting = startLocale('en', async (locale) => ({ messages: app[locale] }));
  const adding = addCatalog('operator', async (locale) => {
    if (locale === 'en') await arrived;
    return { messages: operator[locale] };
  });
  await starting;
  await switchLocale('fr');
  arrive();
  await adding;
  expect([i18n._('greeting'), i18n._('repair')]).toEqual(['Bonjour', 'Réparer']);
  await switchLocale('en');
  expect([i18n._('greeting'), i18n._('repair')]).toEqual(['Hello', 'Repair']);
});
