export type { EngineStep, Step, StepEngine } from './engine.ts';
export { withEngine } from './step.ts';
