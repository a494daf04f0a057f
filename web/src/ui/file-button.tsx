import { Upload } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import { Button } from './button.tsx';
import type { ControlProps } from './field.tsx';

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, 'type' | 'onClick'> {
  /** What the field around it hands to its control, or a name of its own. */
  control: ControlProps | { 'aria-label': string };
  /** The kinds of files on offer, as of an input's `accept`. */
  accept: string;
  onChoose: (file: File) => Promise<void>;
}

/** A button that has a file chosen. It takes the place of the browser's own, which cannot be styled or worded. */
export function FileButton({ control, accept, onChoose, children, pending, locked, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        {...control}
        ref={input}
        type="file"
        accept={accept}
        className="sr-only"
        tabIndex={-1}
        disabled={pending || locked}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file may be chosen again once it was mended.
          if (file) void onChoose(file).finally(() => (currentTarget.value = ''));
        }}
      />
      <Button
        {...('id' in control && { 'aria-describedby': control['aria-describedby'] })}
        {...button}
        pending={pending}
        locked={locked}
        onClick={() => input.current?.click()}
      >
        <Upload aria-hidden="true" />
        {children}
      </Button>
    </>
  );
}
