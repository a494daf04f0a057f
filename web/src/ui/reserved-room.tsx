import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { readStored, writeStored } from '../lib/storage.ts';
import { phone, useMedia } from '../lib/use-media.ts';

interface ReservedRoomProps {
  /** The key of the remembered height. */
  name: string;
  /** False while it is unknown whether there is any content. */
  isKnown: boolean;
  children: ReactNode;
}

/**
 * Content at the top of a page that is known later than the page. Meanwhile it takes the room that it had when this
 * browser last showed it, so that the content fades in and nothing below moves.
 */
export function ReservedRoom({ name, isKnown, children }: ReservedRoomProps) {
  const room = useRef<HTMLDivElement>(null);
  const key = `portico_room_${name}_${useMedia(phone) ? 'phone' : 'wide'}`;
  useLayoutEffect(() => {
    if (isKnown) writeStored(key, String(room.current?.offsetHeight ?? 0));
  });
  const height = Number(readStored(key)) || 0;
  if (!isKnown) return height > 0 && <div aria-hidden="true" style={{ height }} />;
  return (
    <div ref={room} className="flex animate-appear flex-col gap-4 empty:hidden max-sm:gap-3">
      {children}
    </div>
  );
}
