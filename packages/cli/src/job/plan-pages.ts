/** The pages of a plan, one after another. */
import type { StepOptions } from './archive-tasks.ts';
import type { Plan } from './plan.ts';
import { isPage, type PageTask, type Task } from './task.ts';

/** The event loop runs between two pages, so that signals are handled. */
export async function* pagesOf(plan: Plan, options: StepOptions): AsyncGenerator<PageTask> {
  for (const step of plan.steps) {
    const groups: Iterable<readonly Task[]> | AsyncIterable<readonly Task[]> =
      step.kind === 'files' ? [step.tasks] : step.tasks(options);
    for await (const group of groups) {
      for (const task of group) {
        await new Promise(setImmediate);
        if (options.interrupted.aborted) return;
        if (isPage(task)) yield task;
      }
    }
  }
}
