import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Keys } from '../authenticate.ts';
import { TEST_CARDS } from '../cards.ts';
import type { Hosts } from '../hosts.ts';
import { bundleScript } from './script.ts';

const TYPES: Record<string, string> = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' };

/** Scripts that are bundled from modules: their folder and entry module. */
const SCRIPTS: Record<string, [folder: string, entry: string]> = {
  'stripe.js': ['stripe', 'stripe.js'],
  'elements.js': ['card-field', 'card-field.js'],
};

/** Files that are served unchanged. */
const FILES = ['elements.css', 'challenge.js', 'challenge.css', 'invoice.js', 'invoice.css'];

/** Forbids inline code and other origins. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";

/** Escapes text for HTML content and quoted attributes. */
export function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Sends a page that only `frameAncestors` may frame, as sources of a content security policy. Default: no page may. */
export function sendPage(
  reply: FastifyReply,
  html: string,
  { policy = POLICY, frameAncestors = "'none'" }: { policy?: string; frameAncestors?: string } = {},
) {
  return reply
    .headers({
      'content-security-policy': `${policy}; frame-ancestors ${frameAncestors}`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}

function elementPage(type: string): string {
  const numbers = JSON.stringify(TEST_CARDS.map(({ number }) => number));
  const icon =
    type === 'card' || type === 'cardNumber'
      ? `<svg class="icon" viewBox="0 0 32 20" aria-hidden="true" focusable="false"><rect x="1" y="1" width="30" height="18" rx="3" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="M1 6.5h30" stroke="currentColor" stroke-width="3"/><path d="M5 13.5h7" stroke="currentColor" stroke-width="1.6"/></svg>`
      : '';
  return `<!doctype html>
<html lang="en" data-type="${type}" data-test-numbers="${escapeHtml(numbers)}">
<head><meta charset="utf-8"><title>Card</title><link rel="stylesheet" href="../elements.css"></head>
<body><form data-type="${type}" novalidate>${icon}</form><script src="../elements.js"></script></body>
</html>`;
}

const CHALLENGE = {
  en: {
    title: '3-D Secure test page',
    text: 'This stands in for the page of your bank. Complete the authentication to go on with the payment, or fail it to see how the failure is handled.',
    complete: 'Complete',
    fail: 'Fail',
    working: 'One moment…',
    over: 'You can close this page.',
    failed: 'That did not work. Please try again.',
  },
  fr: {
    title: 'Page de test 3-D Secure',
    text: 'Cette page tient lieu de celle de votre banque. Validez l’authentification pour poursuivre le paiement, ou refusez-la pour voir comment l’échec est traité.',
    complete: 'Valider',
    fail: 'Refuser',
    working: 'Un instant…',
    over: 'Vous pouvez fermer cette page.',
    failed: 'Cela n’a pas fonctionné. Veuillez réessayer.',
  },
};

/** The buttons are disabled until the script answers them. */
function challengePage(key: string, language: 'en' | 'fr'): string {
  const words = CHALLENGE[language];
  return `<!doctype html>
<html lang="${language}" data-key="${escapeHtml(key)}" data-working="${words.working}" data-over="${words.over}" data-failed="${words.failed}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${words.title}</title><link rel="stylesheet" href="../challenge.css"></head>
<body><main>
<h1>${words.title}</h1>
<p>${words.text}</p>
<p role="status"></p>
<div class="actions"><button type="button" class="primary" value="succeed" id="test-source-authorize-3ds" disabled>${words.complete}</button><button type="button" value="fail" id="test-source-fail-3ds" disabled>${words.fail}</button></div>
</main><script src="../challenge.js"></script></body>
</html>`;
}

/** Registers the files that browsers load: stripe.js, the frames of card fields, the 3-D Secure challenge. */
export function registerPages(server: FastifyInstance, { keys, hosts }: { keys: Keys; hosts: Hosts }): void {
  for (const file of [...FILES, ...Object.keys(SCRIPTS)]) {
    // Shops load stripe.js; only the sandbox's own pages load the rest.
    const isForPages = file === 'stripe.js';
    server.get(`/${file}`, { config: { isForPages } }, async (_request, reply) => {
      const script = SCRIPTS[file];
      const content =
        script === undefined ? await readFile(new URL(file, import.meta.url)) : await bundleScript(...script);
      return reply
        .headers({
          'cache-control': 'no-cache',
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': isForPages ? 'cross-origin' : 'same-origin',
        })
        .type(TYPES[file.split('.').at(-1) ?? ''] ?? 'text/plain')
        .send(content);
    });
  }
  for (const type of ['card', 'cardNumber', 'cardExpiry', 'cardCvc']) {
    server.get(`/elements/${type}`, (_request, reply) =>
      sendPage(reply, elementPage(type), { frameAncestors: hosts.frameAncestors() }),
    );
  }
  for (const path of ['challenge', 'redirect']) {
    server.get(`/three_d_secure/${path}`, (request, reply) => {
      const { locale = request.headers['accept-language'] ?? '' } = request.query as { locale?: string };
      const language = /^fr/i.test(locale) ? 'fr' : 'en';
      const page = challengePage(keys.publishable, language);
      return sendPage(reply, page, path === 'challenge' ? { frameAncestors: hosts.frameAncestors() } : {});
    });
  }
}
