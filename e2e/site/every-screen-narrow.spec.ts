import { checkEveryScreen } from '../harness/every-screen.ts';

checkEveryScreen({ theme: 'dark', language: 'fr', width: 390 }, 1);
