export { SetUpFlow } from './components/set-up-flow.tsx';
