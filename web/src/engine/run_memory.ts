// Remembers the events of a search: enough for an honest result if its worker has to be ended.
import type { EngineEvent, ImprovedEvent, Job, ProgressEvent, Size, Solution } from './types';

export class RunMemory {
  readonly job: Job;
  readonly begin = performance.now();
  progress: ProgressEvent | null = null;
  improved: ImprovedEvent | null = null;

  constructor(job: Job) {
    this.job = job;
  }

  hear(event: EngineEvent): void {
    if (event.event === 'progress') this.progress = event;
    if (event.event === 'improved') this.improved = event;
  }
}

/** `interrupted`, with the best solution and the best bound that were reported. */
export function interruptedSolution(memory: RunMemory): Solution {
  const { job, progress, improved } = memory;
  const start = typeof job.start === 'string' ? [] : job.start.flat();
  const goal = typeof job.goal === 'object' ? job.goal.flat() : [];
  const size: Size = job.size ?? [Math.sqrt(start.length), Math.sqrt(start.length)];
  const bound = Math.max(progress?.lower_bound ?? 0, improved?.lower_bound ?? 0);
  const length = improved?.length ?? null;
  return {
    schema: 'tessera.solve/1',
    id: job.id ?? '',
    size,
    start,
    goal,
    goal_name: typeof job.goal === 'string' ? job.goal : '',
    status: 'interrupted',
    algorithm: job.algorithm ?? 'auto',
    heuristic: job.heuristic ?? null,
    options: job.options ?? {},
    length,
    slides: null,
    moves: improved?.moves ?? null,
    convention: 'blank',
    optimal: length !== null && length === bound,
    lower_bound: bound,
    gap: length === null || bound === 0 ? null : (length - bound) / bound,
    initial_h: 0,
    stats: {
      expanded: progress?.expanded ?? 0,
      generated: progress?.generated ?? 0,
      reexpanded: progress?.reexpanded ?? 0,
      peak_open: progress?.peak_open ?? 0,
      peak_states: progress?.peak_states ?? 0,
      max_depth: progress?.max_depth ?? 0,
      iterations: [],
      seconds: (performance.now() - memory.begin) / 1000,
      cpu_seconds: 0,
      setup_seconds: 0,
      peak_memory_bytes: progress?.bytes ?? 0,
      container_bytes: progress?.bytes ?? 0,
      table_bytes: 0,
      effective_branching_factor: 0,
      threads: 1,
      device: 'cpu',
    },
  };
}
