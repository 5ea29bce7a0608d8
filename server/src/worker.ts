import { runAs } from './run-as.ts';

await runAs('worker');
