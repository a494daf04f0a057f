export { useEntry, useFields, useNewEntry, usePreview, useVersion } from './api/drafts.ts';
export { DraftNotice } from './components/draft-notice.tsx';
export { EntryForm } from './components/entry-form-lazy.ts';
export { type EntrySearch, EntryTable } from './components/entry-table.tsx';
export { PriceHistory } from './components/price-history.tsx';
export { KeepEntryButton, RemoveEntryButton } from './components/remove-entry.tsx';
export { Review } from './components/review.tsx';
export { VersionState, VersionTable } from './components/version-table.tsx';
export { BringBackButton, UnpublishedButtons, VersionView } from './components/version-view.tsx';
