import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml, sendPlainPage } from '../../core/http/plain-page.ts';
import { translate } from '../../core/messages/index.ts';
import type { ProviderSettings } from '../external-providers/settings.ts';
import { signOnPage } from '../session/entry.ts';
import type { Entrance } from './entrance.ts';

/** An account's own sign-in page where it has several providers: a link to each. It needs no script. */
export function sendProviders(
  { locale }: FastifyRequest,
  reply: FastifyReply,
  providers: readonly ProviderSettings[],
  { account, ReturnUrl, login_hint, again }: Entrance,
): FastifyReply {
  const title = translate(locale, 'sso.choose');
  const links = providers.map(({ key, name }) => {
    const href = signOnPage(account, { provider: key, ReturnUrl, login_hint, again });
    const words = translate(locale, 'sso.signInWith', { provider: name });
    return `<p><a class="button" href="${escapeHtml(href)}">${escapeHtml(words)}</a></p>`;
  });
  return sendPlainPage(reply, { locale, title, body: [`<h1>${escapeHtml(title)}</h1>`, ...links].join('\n') });
}
