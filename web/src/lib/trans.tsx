import { Trans as Base, type TransProps } from '@lingui/react';

/**
 * Lingui's `Trans`, which the macro's uses become (`lingui.config.ts`). A value with a tag, such as a name that
 * somebody typed, is passed as an element: Lingui would take the tag for an element of the message, and fail.
 */
export function Trans({ values, ...props }: TransProps) {
  const shown =
    values &&
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' && value.includes('<') ? [value] : value,
      ]),
    );
  return <Base {...props} {...(shown && { values: shown })} />;
}
