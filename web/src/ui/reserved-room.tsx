import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { readStored, writeStored } from '../lib/storage.ts';
import { phone, useMedia } from '../lib/use-media.ts';

const keyOf = (name: string, isPhone: boolean) => `portico_room_${name}_${isPhone ? 'phone' : 'wide'}`;

/**
 * Remembers the height of a part of a page, so that nothing below moves when its content is loaded.
 * @returns the part's ref, and its last height in px until the content is known; 0 if it was never shown
 */
export function useReservedHeight(
  name: string,
  isKnown: boolean,
): { readonly ref: RefObject<HTMLDivElement | null>; readonly height: number } {
  const ref = useRef<HTMLDivElement>(null);
  const key = keyOf(name, useMedia(phone));
  useLayoutEffect(() => {
    if (isKnown) writeStored(key, String(ref.current?.offsetHeight ?? 0));
  });
  return { ref, height: isKnown ? 0 : Number(readStored(key)) || 0 };
}

/** Whether this browser has shown a part of a page before, in the current layout. */
export function useWasShown(name: string): boolean {
  const key = keyOf(name, useMedia(phone));
  const [was] = useState(() => readStored(key) !== null);
  return was;
}

/** Estimates the height, in px, of a part that this browser has not shown yet. */
export function estimateHeight(name: string, { onPhones, else: wide }: { onPhones: number; else: number }): void {
  for (const isPhone of [true, false]) {
    const key = keyOf(name, isPhone);
    if (readStored(key) === null) writeStored(key, String(isPhone ? onPhones : wide));
  }
}

interface ReservedRoomProps {
  /** The key of the remembered height. */
  name: string;
  /** False while it is unknown whether there is any content. */
  isKnown: boolean;
  children: ReactNode;
}

/** Content at the top of a page that may be empty and loads late. It fades in without moving the rest. */
export function ReservedRoom({ name, isKnown, children }: ReservedRoomProps) {
  const { ref, height } = useReservedHeight(name, isKnown);
  if (!isKnown) return height > 0 && <div aria-hidden="true" style={{ height }} />;
  return (
    <div ref={ref} className="flex animate-appear flex-col gap-4 empty:hidden max-sm:gap-3">
      {children}
    </div>
  );
}
