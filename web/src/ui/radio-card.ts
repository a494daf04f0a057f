/** A native radio button inside a card that is its label. */
export const radioCardClasses =
  'relative flex cursor-pointer rounded-card border border-line-strong bg-surface transition-colors hover:bg-surface-hover has-checked:border-accent has-checked:bg-accent-soft/40 has-checked:outline-1 has-checked:outline-accent has-checked:-outline-offset-1 has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-disabled:cursor-not-allowed has-disabled:bg-canvas has-disabled:text-muted';

export const radioClasses =
  'size-4 shrink-0 appearance-none rounded-full border border-muted bg-surface outline-none checked:border-[5px] checked:border-accent';
