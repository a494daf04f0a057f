export { listTimeline, type TimelineOptions } from './timeline.service.ts';
