import { useState } from 'react';

/**
 * What stands in a field whose value is read from what is typed: the text as it was typed, such as `12.` on the way to 12.5, until the value becomes
 * another one by something else.
 */
export function useTyped(value: unknown, read: (text: string) => unknown, onChange: (value: unknown) => void) {
  const [text, setText] = useState(String(value ?? ''));
  return {
    value: read(text) === value ? text : String(value ?? ''),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      setText(currentTarget.value);
      onChange(read(currentTarget.value));
    },
  };
}
