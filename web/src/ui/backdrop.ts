/** The background behind a dialog. The root element darkens the scrollbar's gutter too (theme.css). */
export const backdropClasses =
  'dialog-backdrop fixed inset-0 z-40 bg-overlay transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';
