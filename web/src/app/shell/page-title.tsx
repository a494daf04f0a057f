import { useLingui } from '@lingui/react';
import { useMatches, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { focusHeading } from '../../lib/focus-heading.ts';
import { useProductName } from '../../lib/page-subject.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { titleOf } from '../titles.ts';

/** The title of the page one is on; the product's name is appended to the edit-subscription title (UI-9). */
function usePageTitle(): string {
  const { i18n } = useLingui();
  const matches = useMatches();
  const titled = matches.findLast((match) => match.staticData.titleKey);
  const productName = useProductName((titled?.params as { id?: string } | undefined)?.id);
  const key = titled?.staticData.titleKey;
  const words = key && titleOf(key);
  if (!words) return '';
  const title = i18n._(words);
  return key === 'editSubscription' && productName ? `${title} – ${productName}` : title;
}

/**
 * Keeps the window's title; after a navigation to another path puts the focus on the page's heading and tells screen readers where one is.
 */
export function PageTitle() {
  const router = useRouter();
  const title = usePageTitle();
  const [announced, setAnnounced] = useState('');
  const latest = useRef(title);
  latest.current = title;

  useEffect(() => {
    const company = preloaded().company.name;
    document.title = title ? `${title} · ${company}` : company;
  }, [title]);

  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        focusHeading();
        setAnnounced(latest.current);
      }),
    [router],
  );

  return (
    <p role="status" aria-live="polite" className="sr-only">
      {announced}
    </p>
  );
}
