import { useLingui } from '@lingui/react';
import { useMatches } from '@tanstack/react-router';

/** The title that `definePage` gave the current page; empty without one. */
export function usePageTitle(): string {
  const { i18n } = useLingui();
  const title = useMatches({ select: (matches) => matches.findLast(({ staticData }) => staticData.title) })?.staticData
    .title;
  return title ? i18n._(title) : '';
}
