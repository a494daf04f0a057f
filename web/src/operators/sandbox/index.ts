export { Sandbox } from './components/sandbox.tsx';
