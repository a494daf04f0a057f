export { createTimeline, type Timeline } from './timeline.service.ts';
