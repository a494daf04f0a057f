import { useLingui } from '@lingui/react';
import { useMatches, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { focusHeading } from '../../lib/focus-heading.ts';
import { useProductName } from '../../lib/page-subject.ts';
import { preloaded } from '../../lib/preloaded.ts';

/** The title of the current page, with the product's name if it has one (UI-9). */
function usePageTitle(): string {
  const { i18n } = useLingui();
  const page = useMatches().findLast(({ staticData }) => staticData.title);
  const productName = useProductName((page?.params as { id?: string } | undefined)?.id);
  const { title, titleHasProduct } = page?.staticData ?? {};
  if (!title) return '';
  return titleHasProduct && productName ? `${i18n._(title)} – ${productName}` : i18n._(title);
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
