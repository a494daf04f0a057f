export { assignPlaces } from './assign-places.ts';
export { moveDevices } from './move.queries.ts';
export { findMisplaced } from './places.queries.ts';
