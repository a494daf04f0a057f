import { readStored, writeStored } from '../../lib/storage.ts';
import { createStore } from '../../lib/store.ts';

const snowKey = 'portico_snow';

/** From December 1 to January 6 in the user's time zone. */
export function isSnowSeason(now = new Date()): boolean {
  return now.getMonth() === 11 || (now.getMonth() === 0 && now.getDate() <= 6);
}

/** Whether snow is on; on by default, stored in the browser. */
export const snowIsOn = createStore(readStored(snowKey) !== 'off');

export function setSnow(isOn: boolean): void {
  writeStored(snowKey, isOn ? 'on' : 'off');
  snowIsOn.set(isOn);
}
