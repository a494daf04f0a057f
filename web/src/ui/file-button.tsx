import { Upload } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import { Button } from './button.tsx';
import type { ControlProps } from './field.tsx';

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, 'type' | 'onClick'> {
  /** The control properties of the surrounding field, or a label. */
  control: ControlProps | { 'aria-label': string };
  /** The accepted types of files, as in an input's `accept`. */
  accept: string;
  onChoose: (file: File) => Promise<void>;
}

/** A button that chooses a file. It replaces the browser's own, which cannot be styled or translated. */
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
          // Lets the same file be chosen again after it was corrected.
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
