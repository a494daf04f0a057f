export { TrialForm } from './components/trial-form.tsx';
