/** The ground behind a dialog. The root element darkens its scrollbar's gutter along with it (theme.css). */
export const backdropClasses =
  'dialog-backdrop fixed inset-0 z-40 bg-overlay transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';
