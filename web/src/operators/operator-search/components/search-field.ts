/** Classes of the search field before and after its list is loaded. */
export const searchFieldClasses =
  'h-13 w-full rounded-card border border-line-strong bg-surface pr-4 pl-12 text-lg shadow-card outline-offset-2 placeholder:text-muted hover:border-muted max-sm:text-base';
