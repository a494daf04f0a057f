import { useState } from 'react';

const asText = (value: unknown) => String(value ?? '');

/**
 * Keeps a field's text as typed (such as `12.` on the way to 12.5) until its value changes in another way.
 * @param write formats a value as it would be typed
 */
export function useTyped(
  value: unknown,
  read: (text: string) => unknown,
  onChange: (value: unknown) => void,
  write: (value: unknown) => string = asText,
) {
  const written = write(value);
  const [text, setText] = useState(written);
  return {
    value: write(read(text)) === written ? text : written,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      setText(currentTarget.value);
      onChange(read(currentTarget.value));
    },
  };
}
