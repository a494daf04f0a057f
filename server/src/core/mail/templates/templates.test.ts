import { locales } from '@portico/contract';
import { describe, expect, test } from 'vitest';
import { samples } from '../preview/samples.ts';
import { type Brand, createPalette } from '../render/brand.ts';
import { renderMail } from '../render/render.ts';
import { createWords } from './define-template.ts';
import { findTemplate, mailTemplates, textTemplates } from './index.ts';

const brand: Brand = {
  name: 'Veriscan & Co',
  logoLight: `data:image/png;base64,${Buffer.from('light').toString('base64')}`,
  logoDark: `data:image/png;base64,${Buffer.from('dark').toString('base64')}`,
  accentLight: '#0b6e4f',
  accentDark: 'red;background:url(https://evil.example)',
  mailSender: null,
  mailSenderName: null,
  mailReplyTo: null,
};
const publicUrl = 'https://portal.vendor.example';
const secrets = ['493817', 'Zm9yIHRoZSBleWUgb25seQ'];

const cases = Object.entries(samples).flatMap(([name, filled]) =>
  locales.flatMap((locale) => filled.map((data, index) => ({ name, locale, data, index }))),
);

describe.each(cases)('$name in $locale, sample $index', ({ name, locale, data }) => {
  const template = findTemplate(name);

  test('contains its data, in HTML and in text', () => {
    if (template?.channel !== 'email') return expectText();
    const { subject, html, text } = renderMail(template, data, { locale, brand, publicUrl });
    const shown = html
      .replace(/<style>[\s\S]*?<\/style>|<title>.*?<\/title>|<[^>]+>/g, ' ')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');
    for (const value of Object.values(data).filter((value) => typeof value === 'string')) {
      if (
        // Stripe ids, and addresses that mail programs call, appear only in headers or not at all.
        !/^(cn_1|in_1|\/api\/Billing\/Recipients\/Links\/OneClick.*|\d{4}-.*Z|usd|cad|none|keep|cancel|end|email|password|login|secondFactor|recoveryCodes|recoveryCodeUsed|factorClosed|passkeys|externalLogins|emailTakenBack|emailFollowed|terms|privacy|subscription-terms)$/.test(
          value,
        )
      ) {
        expect(text).toContain(value);
        // A link under a mail shows only its label.
        expect(value.startsWith('/StopInvoiceMail') ? html : shown).toContain(value);
      }
    }
    for (const line of [subject, text, html]) expect(line).not.toMatch(/undefined|\[object|\{\w+[,}]/);
  });

  function expectText() {
    if (template?.channel !== 'text') throw new Error(`There is no template ${name}`);
    const words = template.fill(data, createWords(locale, 'Veriscan'));
    expect(words).toContain('493817');
    // A text message of one part has 70 characters with accents, or 160 of the basic alphabet.
    expect(words.length).toBeLessThanOrEqual(160);
  }

  test('has no codes or links in its subject, nor in the inbox preview', () => {
    if (template?.channel !== 'email') return;
    const { subject, html } = renderMail(template, data, { locale, brand, publicUrl });
    const [, preheader = ''] = /mso-hide:all">([^<]*)<\/div>/.exec(html) ?? [];
    for (const secret of secrets) {
      expect(subject).not.toContain(secret);
      expect(preheader).not.toContain(secret);
    }
  });

  test('links only to the portal, and loads nothing from elsewhere', () => {
    if (template?.channel !== 'email') return;
    const { html } = renderMail(template, data, { locale, brand, publicUrl });
    for (const [, address = ''] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
      expect(address.startsWith(publicUrl) || /^cid:logo-(?:light|dark)$/.test(address), address).toBe(true);
    }
    expect(html).not.toContain('evil.example');
    expect(html).not.toMatch(/<script|\son\w+=/i);
  });
});

describe('a mail', () => {
  const render = (change: Partial<Brand> = {}) =>
    renderMail(mailTemplates.passwordReset, samples.passwordReset[0], {
      locale: 'fr',
      brand: { ...brand, ...change },
      publicUrl,
    });

  test('has both logos attached, and the company’s name as their replacement', () => {
    const { html, attachments } = render();
    expect(attachments.map(({ cid, content }) => [cid, content.toString()])).toEqual([
      ['logo-light', 'light'],
      ['logo-dark', 'dark'],
    ]);
    expect(html).toContain('alt="Veriscan &amp; Co"');
  });

  test('shows the company’s name if there is no logo, or one that mail clients do not show', () => {
    for (const logoLight of [null, 'data:image/svg+xml;base64,PHN2Zz4=', 'http://vendor.example/logo.png']) {
      const { html, attachments } = render({ logoLight, logoDark: null });
      expect(attachments).toEqual([]);
      expect(html).not.toContain('<img');
      expect(html).toContain('Veriscan &amp; Co</span>');
    }
  });

  test('declares its language, and the dark theme if mail clients read it', () => {
    const { html } = render();
    expect(html).toContain('<html lang="fr-CA">');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
    expect(html).toContain('.surface{background:#14161b!important}');
  });

  test('is not rendered from data that does not fit its template', () => {
    const rendering = { locale: 'en', brand, publicUrl } as const;
    expect(() => renderMail(mailTemplates.signInCode, { code: '' }, rendering)).toThrow();
    expect(() =>
      renderMail(mailTemplates.passwordReset, { login: 'a', path: 'https://evil.example', minutes: 1 }, rendering),
    ).toThrow();
  });
});

test('every template that contains a code or a token is marked as sensitive', () => {
  const all = { ...mailTemplates, ...textTemplates };
  const sensitive = Object.entries(all).flatMap(([name, template]) => (template.sensitive ? [name] : []));
  expect(sensitive.sort()).toEqual([
    'confirmEmail',
    'confirmSignUp',
    'domainProof',
    'emailChanged',
    'invitation',
    'newSignIn',
    'passwordReset',
    'recipientConfirmation',
    'signInCode',
    'signInCodeText',
    'signUpKnown',
    'welcome',
  ]);
  for (const [name, filled] of Object.entries(samples)) {
    const hasSecret = secrets.some((secret) => JSON.stringify(filled).includes(secret));
    expect([name, sensitive.includes(name)]).toEqual([name, hasSecret]);
  }
});

test.each([
  ['recipientConfirmation', 'en', 'Do you want the invoices of “'],
  ['recipientConfirmation', 'fr', 'Voulez-vous recevoir les factures du compte «\u00a0'],
  ['invitation', 'en', 'You are invited to “'],
] as const)(
  'the subject of %s in %s has a customer’s name in quotes, shortened to 60 characters',
  (name, locale, before) => {
    const template = findTemplate(name);
    if (template?.channel !== 'email') throw new Error(`There is no mail ${name}`);
    const data = { ...samples[name]?.[0], accountName: 'Ô'.repeat(200) };
    const { subject } = renderMail(template, data, { locale, brand, publicUrl });
    expect(subject.startsWith(`${before}${'Ô'.repeat(59)}…`)).toBe(true);
    expect(subject).not.toContain('Ô'.repeat(60));
  },
);

test.each([
  ['https://evil.example/login', false],
  ['Visit evil.example', false],
  ['ｗｗｗ.evil', false],
  ['Call 0900 123-456', false],
  ['Jean-Luc O’Brien Jr. 2', true],
  ['李明', true],
])('an invitation by %s names its inviter: %s', (inviterName, isNamed) => {
  const template = findTemplate('invitation');
  if (template?.channel !== 'email') throw new Error('There is no invitation');
  const data = { ...samples.invitation?.[0], accountName: 'Acme', inviterName };
  const { text } = renderMail(template, data, { locale: 'en', brand, publicUrl });
  expect([text.includes(inviterName), text.includes('An admin of Acme')]).toEqual([isNamed, !isNamed]);
});

test.each(['#ffffff', '#000000', '#5457e5', '#0b6e4f', '#767676', '#777777', '#ff00ff', '#ffee00'])(
  'the text of a button on %s is readable',
  (accent) => {
    const { accent: ground, onAccent } = createPalette({ ...brand, accentLight: accent }, 'light');
    const [light = 0, dark = 0] = [ground, onAccent].map(luminance).sort((a, b) => b - a);
    expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(4.5);
  },
);

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [color.slice(1, 3), color.slice(3, 5), color.slice(5)].map((pair) => {
    const share = Number.parseInt(pair, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test('the text of a French mail has a no-break space before its colons', () => {
  const rendering = { locale: 'fr', brand, publicUrl } as const;
  const { text } = renderMail(mailTemplates.receipt, samples.receipt[0], rendering);
  expect(text).toContain('Total\u00a0: 604,95');
  expect(text).not.toMatch(/\p{L}:(?:\s|$)/mu);
});

test('mail to an account outside the US writes US$ in English', () => {
  const { money } = createWords('en', 'Veriscan', { timeZone: 'UTC', country: 'CA' });
  expect(money(2_900, 'usd')).toBe('US$29.00');
});
