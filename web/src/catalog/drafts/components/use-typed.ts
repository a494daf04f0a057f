import { useState } from 'react';

const asText = (value: unknown) => String(value ?? '');

/**
 * What stands in a field whose value is read from what is typed: the text as it was typed, such as `12.` on the way to 12.5, until the value becomes
 * another one by something else.
 * @param write puts a value into the words in which it would be typed
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
