import { useLingui } from '@lingui/react/macro';
import { Search } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart, usePreload } from '../../../lib/lazy.tsx';
import { searchFieldClasses } from './search-field.ts';

const SearchBox = lazyPart(() => import('./search-box.tsx').then((module) => module.SearchBox));

/** The search box. Until its list of results is loaded, a plain field accepts the text. */
export function LateSearchBox() {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [hasFocus, setHasFocus] = useState(false);
  usePreload(SearchBox);
  return (
    <Suspense
      fallback={
        <search className="relative block">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-4 my-auto size-5 text-muted"
          />
          <input
            aria-label={t`Search all accounts`}
            maxLength={200}
            placeholder={t`Account, person, email, order, serial number or invoice`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onFocus={() => setHasFocus(true)}
            className={searchFieldClasses}
          />
        </search>
      }
    >
      <SearchBox initialText={typed} takesFocus={hasFocus} />
    </Suspense>
  );
}
