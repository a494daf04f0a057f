import type { FastifyReply, FastifyRequest } from 'fastify';
import { findAccountBrand } from '../../accounts/index.ts';
import { escapeHtml, sendPlainPage } from '../../core/http/plain-page.ts';
import type { Session } from '../../core/http/session-context.ts';
import { translate } from '../../core/messages/index.ts';
import type { ProviderSettings } from '../external-providers/settings.ts';
import { antiForgeryField } from '../session/anti-forgery.ts';
import { signOnPage } from '../session/entry.ts';
import type { Entrance } from './entrance.ts';
import type { SingleSignOnContext } from './single-sign-on.context.ts';

/**
 * Whether the user must confirm a sign-in: another site led here, or the browser has a session of another account.
 * Otherwise a link could replace the session by one of an attacker's account (SSO-56).
 */
export function mustConfirmEntry(
  { session, headers }: Pick<FastifyRequest, 'session' | 'headers'>,
  settings: Pick<ProviderSettings, 'accountId'>,
): boolean {
  return headers['sec-fetch-site'] === 'cross-site' || findOtherAccount(session, settings) !== null;
}

/** The account of a session that is not the provider's; null if it is, or without a session. */
function findOtherAccount(session: Session | null, { accountId }: Pick<ProviderSettings, 'accountId'>) {
  return session && session.account.id !== accountId ? session.account : null;
}

/** The page that asks before a sign-in, with a button for each provider. It needs no script. @param providers of one account, at least one */
export async function sendEntryPage(
  { database, sessions }: Pick<SingleSignOnContext, 'database' | 'sessions'>,
  providers: readonly ProviderSettings[],
  { account: key, ReturnUrl, login_hint, again }: Entrance,
  http: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { locale, session } = http;
  const [settings] = providers as readonly [ProviderSettings];
  const account = (await findAccountBrand(database.query, settings.accountId))?.name ?? '';
  const title = translate(locale, providers.length > 1 ? 'sso.choose' : 'sso.confirmEntry', {
    account,
    provider: settings.name,
  });
  const other = findOtherAccount(session, settings);
  const warning = other && translate(locale, 'sso.switch', { account, current: other.name });
  const fields = { [antiForgeryField]: sessions.issueToken(http, reply), ReturnUrl, login_hint, again };
  const hidden = Object.entries(fields).flatMap(([field, value]) =>
    value === undefined ? [] : [`<input type="hidden" name="${field}" value="${escapeHtml(value)}">`],
  );
  const buttons = providers.map(({ key: provider, name }) => {
    const words = escapeHtml(translate(locale, 'sso.signInWith', { provider: name }));
    return `<p><button class="button" name="provider" value="${escapeHtml(provider)}">${words}</button></p>`;
  });
  const body = [
    `<h1>${escapeHtml(title)}</h1>`,
    ...(warning ? [`<p>${escapeHtml(warning)}</p>`] : []),
    `<form method="post" action="${escapeHtml(signOnPage(key, {}))}">`,
    ...hidden,
    ...buttons,
    '</form>',
  ];
  return sendPlainPage(reply, { locale, title, body: body.join('\n') });
}
