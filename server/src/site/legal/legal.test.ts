import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { legalNames } from '@portico/contract';
import { describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { temporaryFolder } from '../../../test/clean-up.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { type Limit, retention } from '../../core/db/retention.ts';
import { readLegalText } from './legal.service.ts';
import { renderLegalText } from './render.ts';

describe('legal texts', async () => {
  const database = await createTestDatabase();
  const outer = temporaryFolder('legal');
  const legalDir = join(outer, 'texts');
  mkdirSync(legalDir);
  const app = await createTestPortal(database, { legalDir });
  const get = async (name: string, language = 'en', portal = app) =>
    new Browser(portal).get(`/api/Legal/${name}`, { headers: { 'accept-language': language } });

  test.each(legalNames)('%s exists in both languages, also for visitors', async (name) => {
    const english = (await get(name)).json();
    const french = (await get(name, 'fr')).json();
    for (const text of [english, french]) {
      expect(text.title.length).toBeGreaterThan(10);
      expect(text.updated).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(text.html.length).toBeGreaterThan(2_000);
      expect(text.html).not.toContain('<h1');
    }
    // French typography: no line break before punctuation or inside quotation marks.
    expect(french.html.match(/.{20} [:;!?»]|« .{20}/g) ?? []).toEqual([]);
    expect(english.html).not.toMatch(/licence|cancelled|by the (month|year)/i);
    expect(french.title).not.toBe(english.title);
    expect((french.html.match(/<h2/g) ?? []).length).toBe((english.html.match(/<h2/g) ?? []).length);
    for (const { html, sections } of [english, french]) {
      expect(html.match(/(?<=<h2 id=")[^"]+/g)).toEqual(sections.map(({ id }: { id: string }) => id));
    }
  });

  test('state the business constants (LEG-1, LEG-2)', async () => {
    const { html: terms } = (await get('terms')).json();
    expect(terms).toContain('18 years old');
    expect(terms).toContain('within one year');
    expect(terms).toContain('limited to the fees that you paid for the product concerned in the month before');
    expect(terms).toContain('Payments are non-refundable');
    const { html: subscription } = (await get('subscription-terms')).json();
    expect(subscription).toContain('pro-rated daily');
    expect(subscription).toContain('Payments are non-refundable');
    const french = `${(await get('terms', 'fr')).json().html}${(await get('subscription-terms', 'fr')).json().html}`;
    for (const words of [
      '18 ans',
      'délai d’un an',
      'au cours du mois précédant',
      'ne sont pas remboursables',
      'prorata journalier',
    ]) {
      expect(french).toContain(words);
    }
  });

  test.each(['en', 'fr'] as const)(
    'the privacy policy in %s names each limit of the code, and no others (LEG-5)',
    async (language) => {
      const source = readFileSync(new URL(`./texts/privacy.${language}.md`, import.meta.url), 'utf8');
      const limits: Record<string, Limit> = { ...retention, auditLog: { value: 123, unit: 'day' } };
      const named = [...source.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect([...new Set(named)].sort()).toEqual(Object.keys(limits).sort());
      const [, section] = source.split(/^## (?:How long|Combien de temps)$/m);
      expect(section?.split(/^## /m)[0]).not.toMatch(/\d/);
      const html = (
        await readLegalText('privacy', language, { legalDir: undefined, auditRetentionDays: 123 })
      ).html.replaceAll('\u00a0', ' ');
      expect(html).not.toMatch(/\{\w+\}/);
      const units = { en: { hour: 'hour', day: 'day', year: 'year' }, fr: { hour: 'heure', day: 'jour', year: 'an' } };
      for (const { value, unit } of Object.values(limits))
        expect(html).toContain(`${value} ${units[language][unit]}${value > 1 ? 's' : ''}`);
    },
  );

  test('the privacy policy promises only what the portal does, and names Stripe and the data about devices', async () => {
    const [english, french] = [(await get('privacy')).json().html, (await get('privacy', 'fr')).json().html];
    expect(english).toContain('<td>400 days</td>');
    expect(french.replaceAll('\u00a0', ' ')).toContain('<td>400 jours</td>');
    expect(english).not.toMatch(/as long as claims|important changes/);
    expect(french).not.toMatch(/réclamations|modifications importantes/);
    for (const words of ['fingerprints', 'network address', 'versions', 'https://stripe.com/privacy'])
      expect(english).toContain(words);
    for (const words of ['empreintes', 'adresse réseau', 'versions', 'https://stripe.com/privacy'])
      expect(french).toContain(words);
  });

  test('an unknown name answers 404, whatever it contains', async () => {
    for (const folder of [outer, legalDir]) writeFileSync(join(folder, 'secret.en.md'), '# Not for everybody');
    for (const name of [
      'none',
      '..%2F..%2Findex',
      '..%2Fterms',
      'terms.en',
      'secret',
      '..%2Fsecret',
      'terms%2F..%2Fsecret',
    ]) {
      expect((await get(name)).statusCode, name).toBe(404);
    }
    // No address contains a NUL.
    expect((await get('terms%00')).statusCode).toBe(400);
  });

  test('an operator’s file replaces the built-in text at the next request', async () => {
    writeFileSync(join(legalDir, 'privacy.en.md'), '---\nupdated: 2026-05-04\n---\n# Ours\n\nFirst');
    expect((await get('privacy')).json()).toEqual({
      title: 'Ours',
      html: '<p>First</p>',
      sections: [],
      updated: '2026-05-04',
    });
    expect((await get('privacy', 'fr')).json().title).toBe('Ours');
    expect((await get('terms')).json().title).toBe('Terms of service');
    await new Promise((resolve) => setTimeout(resolve, 20));
    writeFileSync(join(legalDir, 'privacy.en.md'), '# Ours\n\nSecond');
    expect((await get('privacy')).json()).toEqual({
      title: 'Ours',
      html: '<p>Second</p>',
      sections: [],
      updated: null,
    });
  });

  test.each([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['a <img src=x onerror=alert(1)> b', '<p>a &lt;img src=x onerror=alert(1)&gt; b</p>'],
    ['[x](javascript:alert(1))', '<p>x</p>'],
    ['[x](JaVaScRiPt:alert(1))', '<p>x</p>'],
    ['[x](&#106;avascript:alert(1))', '<p>x</p>'],
    ['[x](data:text/html,1)', '<p>x</p>'],
    ['[x](//evil.example)', '<p>x</p>'],
    // Browsers read a backslash as a slash, and drop tabs.
    ['[x](/\\evil.example)', '<p>x</p>'],
    ['[x](</\t/evil.example>)', '<p>x</p>'],
    ['[x](https://good.example/"onclick="a)', '<p><a href="https://good.example/%22onclick=%22a">x</a></p>'],
    ['![x](https://evil.example/p.png)', '<p>x</p>'],
    ['<javascript:alert(1)>', '<p>javascript:alert(1)</p>'],
    ['[x](/privacy)', '<p><a href="/privacy">x</a></p>'],
    ['[x](mailto:a@b.example)', '<p><a href="mailto:a@b.example">x</a></p>'],
  ])('%s becomes harmless', (source, html) => {
    const rendered = renderLegalText(`# T\n\n${source}`).html;
    expect(rendered.replace(/&quot;/g, '%22')).toBe(html);
  });
});

test('names each section by its words, and numbers equal ones (LEG-4)', () => {
  const { html, sections } = renderLegalText(
    '# T\n\n## 1. Données & **accès**\n\n### Part\n\n## Notes\n\n## Notes\n\n## ★',
  );
  expect(sections).toEqual([
    { id: '1-donnees-acces', title: '1. Données & accès' },
    { id: 'notes', title: 'Notes' },
    { id: 'notes-2', title: 'Notes' },
    { id: 'section', title: '★' },
  ]);
  expect(html).toContain('<h2 id="1-donnees-acces">1. Données &amp; <strong>accès</strong></h2>');
  expect(html).toContain('<h3>Part</h3>');
});
