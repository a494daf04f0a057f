import type { Locale } from '@portico/contract';
import { declineInFrench } from '../messages/declines-fr.ts';
import { translate } from '../messages/index.ts';
import type { Said } from './app-error.ts';

/** What an error says, in the reader's language; the payment provider's words stay as they are where there are no others for them. */
export function say(said: Said, locale: Locale): string {
  if (!('text' in said)) return translate(locale, said.key, said.values);
  const french = locale === 'fr' && said.declineCode ? declineInFrench(said.declineCode) : undefined;
  return french ?? said.text;
}
