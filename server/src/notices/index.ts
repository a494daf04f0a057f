export { noticesDomain } from './domain.ts';
