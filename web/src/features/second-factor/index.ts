export { useSecondFactor } from './api/settings.ts';
export { SecondFactorSettings } from './components/second-factor-settings.tsx';
export { SetUpFlow } from './components/set-up-flow.tsx';
