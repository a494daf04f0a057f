import { readStored, writeStored } from '../../lib/storage.ts';
import { createStore } from '../../lib/store.ts';

const snowKey = 'portico_snow';

/** From 1 December to 6 January, in the reader's time. */
export function isSnowSeason(now = new Date()): boolean {
  return now.getMonth() === 11 || (now.getMonth() === 0 && now.getDate() <= 6);
}

/** Whether the reader lets it snow; on until turned off, remembered. */
export const snowIsOn = createStore(readStored(snowKey) !== 'off');

export function setSnow(isOn: boolean): void {
  writeStored(snowKey, isOn ? 'on' : 'off');
  snowIsOn.set(isOn);
}
