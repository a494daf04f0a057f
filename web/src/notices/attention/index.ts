export { useAttention } from './api/list-attention.ts';
export { useUsedEnds } from './api/list-ends.ts';
export { AttentionBanner } from './components/attention-banner.tsx';
export { Needs } from './components/needs.tsx';
export { unpaidIn } from './model/attention.ts';
export type { Confirming } from './model/needs.ts';
