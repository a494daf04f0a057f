export { HealthCard } from './components/health-card.tsx';
export { HealthStrip } from './components/health-strip.tsx';
