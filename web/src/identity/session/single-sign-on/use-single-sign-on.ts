import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Answer, api, buildUrl } from '../../../lib/api.ts';
import { wantedReturnUrl } from '../api/return-url.ts';

type Found = Answer<'GET /api/Session/SingleSignOn'>['provider'];

/** The identity provider of the entered address. */
export interface EntryProvider {
  readonly name: string;
  readonly isRequired: boolean;
  /** The address that redirects to the provider with the typed address, and then to the page's return URL. */
  readonly href: string;
}

/** Milliseconds without a key press before the address is looked up. */
const typingRest = 400;

const mailDomain = (address: string): string | null =>
  /^[^@\s]+@([^@\s]+\.[^@\s.]{2,})$/.exec(address.trim())?.[1]?.toLowerCase() ?? null;

/** Finds the provider of the form's address by its domain. If the lookup fails, the form stays unchanged. */
export function useSingleSignOn(form: RefObject<HTMLFormElement | null>) {
  const [provider, setProvider] = useState<EntryProvider | null>(null);
  const known = useRef(new Map<string, Promise<Found>>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const look = async () => {
    clearTimeout(timer.current);
    const address = addressIn(form.current);
    const domain = mailDomain(address);
    if (!domain) return setProvider(null);
    let found = known.current.get(domain);
    if (!found) {
      found = api('GET /api/Session/SingleSignOn', { query: { userName: address } }).then((answer) => answer.provider);
      known.current.set(domain, found);
    }
    const entry = await found.catch(() => {
      known.current.delete(domain);
      return null;
    });
    const now = addressIn(form.current);
    // Ignores the result if the user has typed another domain in the meantime.
    if (mailDomain(now) !== domain) return;
    setProvider(entry && { name: entry.name, isRequired: entry.isRequired, href: providerAddress(entry.url, now) });
  };
  return {
    provider,
    look: () => void look(),
    lookSoon: () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void look(), typingRest);
    },
  };
}

function addressIn(form: HTMLFormElement | null): string {
  const field = form?.elements.namedItem('userName');
  return field instanceof HTMLInputElement ? field.value.trim() : '';
}

function providerAddress(url: string, address: string): string {
  const [path = url, query = ''] = url.split('?');
  return buildUrl(
    path,
    {},
    {
      ...Object.fromEntries(new URLSearchParams(query)),
      login_hint: address,
      ReturnUrl: wantedReturnUrl(),
    },
  );
}
