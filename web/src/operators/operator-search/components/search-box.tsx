import { Combobox } from '@base-ui/react/combobox';
import { Trans, useLingui } from '@lingui/react/macro';
import type { SearchHit } from '@portico/contract';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { cn } from '../../../lib/cn.ts';
import { itemClasses, popupClasses } from '../../../ui/menu.tsx';
import { useLandmark } from '../../../ui/use-landmark.ts';
import { kindIcon, useKindWords } from '../kinds.ts';
import { useOperatorSearch } from '../operator-search.api.ts';
import { findTarget } from '../target.ts';
import { searchFieldClasses } from './search-field.ts';

interface SearchBoxProps {
  /** The text that was typed before this part was loaded. */
  initialText: string;
  takesFocus: boolean;
}

/** A box that finds accounts, users, licenses, orders and invoices, and opens the chosen one (OPR-1). */
export function SearchBox({ initialText, takesFocus }: SearchBoxProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { ref, container } = useLandmark();
  const [text, setText] = useState(initialText);
  const { items, isFetching, isError, isLookedFor } = useOperatorSearch(text);
  return (
    <Combobox.Root
      items={items}
      filter={null}
      value={null}
      onValueChange={(found: SearchHit | null) => found && void navigate(findTarget(found))}
      inputValue={text}
      onInputValueChange={setText}
      itemToStringLabel={({ label }: SearchHit) => label}
      isItemEqualToValue={(one: SearchHit, other: SearchHit) => one.kind === other.kind && one.id === other.id}
    >
      <search ref={ref} className="relative block">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-4 my-auto size-5 text-muted"
        />
        <Combobox.Input
          aria-label={t`Search all accounts`}
          // The user is already typing in the plain field that this replaces.
          autoFocus={takesFocus}
          maxLength={200}
          placeholder={t`Account, person, email, order, serial number or invoice`}
          className={searchFieldClasses}
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-4 my-auto h-6 rounded border border-line px-2 text-xs leading-6 text-muted before:content-['Ctrl_K'] mac:before:content-['⌘_K'] max-md:hidden"
        />
      </search>
      <Combobox.Portal container={container}>
        <Combobox.Positioner sideOffset={6} collisionPadding={8} className="z-50 outline-none">
          <Combobox.Popup
            className={cn(
              popupClasses,
              'max-h-[min(440px,var(--available-height))] w-(--anchor-width)',
              !isLookedFor && 'hidden',
            )}
          >
            <Combobox.Status className="px-2.5 py-2 text-sm text-muted empty:hidden">
              <SearchState isError={isError} isFetching={isFetching} count={items.length} />
            </Combobox.Status>
            <Combobox.List>
              {(found: SearchHit) => <FoundItem key={`${found.kind} ${found.id}`} found={found} />}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

function SearchState({ isError, isFetching, count }: { isError: boolean; isFetching: boolean; count: number }) {
  if (isError) return <Trans>The search could not be made. Try again.</Trans>;
  if (count > 0) return null;
  return isFetching ? <Trans>Searching</Trans> : <Trans>Nothing found</Trans>;
}

function FoundItem({ found }: { found: SearchHit }) {
  const words = useKindWords();
  const Icon = kindIcon(found.kind);
  const { label, detail, account, kind } = found;
  const beside = [kind === 'account' ? null : account?.name, detail].filter(Boolean).join(' · ');
  return (
    <Combobox.Item value={found} className={itemClasses}>
      <Icon aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="block truncate">{label}</span>
        {beside && <span className="block truncate text-xs text-muted">{beside}</span>}
      </span>
      <span className="shrink-0 text-xs text-muted">{words[kind]}</span>
    </Combobox.Item>
  );
}
