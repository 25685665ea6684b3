// The lab of `tessera serve`: its suites, and runs that are started, followed, ended and read.
import { sentenceCase } from '../components/format';
import { EngineError } from '../engine/client';
import type { ErrorReply } from '../engine/types';
import { strings } from '../strings';

export interface LabSuite {
  name: string;
  synopsis: string;
  /** Needs other people's data, which does not ship. */
  external: boolean;
  boards: number;
  configurations: string[];
  runs: number;
  /** Of every run; what is missing is not limited. */
  limits: { seconds?: number; nodes?: number };
  /** The parts that were left out and why, even if nothing is left. */
  notes: string[];
}

/** As the server gives it: of one whose data is not here only the first two and an error. */
type GivenSuite = Pick<LabSuite, 'name' | 'synopsis'> & Partial<LabSuite> & { error?: string };

export type LabState = 'queued' | 'running' | 'done' | 'cancelled' | 'failed';

export interface LabRun {
  run: string;
  suite: string;
  state: LabState;
  done: number;
  total: number;
  failed: number;
  seconds: number;
  seconds_left?: number | null;
  error?: ErrorReply | null;
}

export interface LabRequest {
  suite: string;
  limits?: { seconds?: number; nodes?: number };
  boards?: number;
  only?: string[];
}

export function isOver(run: LabRun): boolean {
  return run.state !== 'running' && run.state !== 'queued';
}

/** How often a run is asked for where its events cannot be heard. */
const pollMilliseconds = 1000;

/** Every method throws EngineError, with a remedy, where the server refuses or does not answer. */
export class LabClient {
  async suites(): Promise<LabSuite[]> {
    const { suites } = (await this.#ask('api/suites')) as { suites: GivenSuite[] };
    return suites.map(({ name, synopsis, error, ...rest }) => ({
      name,
      synopsis,
      external: rest.external ?? name.startsWith('external'),
      boards: rest.boards ?? 0,
      configurations: rest.configurations ?? [],
      runs: rest.runs ?? 0,
      limits: rest.limits ?? {},
      notes: [...(error === undefined ? [] : [error]), ...(rest.notes ?? [])].map(sentenceCase),
    }));
  }

  async runs(): Promise<LabRun[]> {
    return ((await this.#ask('api/lab/runs')) as { runs: LabRun[] }).runs;
  }

  /** The new run's name. */
  async start(request: LabRequest): Promise<string> {
    const answer = await this.#ask('api/lab/runs', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    return (answer as { run: string }).run;
  }

  async run(name: string): Promise<LabRun> {
    return (await this.#ask(this.#address(name))) as LabRun;
  }

  async cancel(name: string): Promise<void> {
    await this.#ask(this.#address(name), { method: 'DELETE' });
  }

  reportAddress(name: string): string {
    return `${this.#address(name)}/report`;
  }

  exportAddress(name: string, format: 'csv' | 'jsonl'): string {
    return `${this.#address(name)}/export?format=${format}`;
  }

  /** Tells of a run until it is over, by its events or else by asking; the function returned ends that. */
  follow(name: string, hear: (run: LabRun) => void, fail: (error: unknown) => void): () => void {
    let ended = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const events = new EventSource(`${this.#address(name)}/events`);
    const end = () => {
      ended = true;
      events.close();
      clearTimeout(timer);
    };
    const look = async (): Promise<void> => {
      try {
        const run = await this.run(name);
        if (ended) return;
        hear(run);
        if (isOver(run)) end();
        else timer = setTimeout(() => void look(), pollMilliseconds);
      } catch (error) {
        if (ended) return;
        end();
        fail(error);
      }
    };
    events.addEventListener('progress', ({ data }) => hear(JSON.parse(data) as LabRun));
    // The last event, or a connection that broke: what is true now is asked for.
    const finish = () => {
      events.close();
      if (!ended) void look();
    };
    events.addEventListener('result', finish);
    events.addEventListener('error', finish);
    return end;
  }

  #address(name: string): string {
    return `api/lab/runs/${encodeURIComponent(name)}`;
  }

  async #ask(address: string, init?: RequestInit): Promise<unknown> {
    let response: Response;
    try {
      response = await fetch(address, init);
    } catch {
      throw new EngineError({ code: 'internal', message: strings.lab.unreachable, hint: strings.lab.unreachableHint });
    }
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok && answer !== null) return answer;
    const error = answer as Partial<ErrorReply> | null;
    throw new EngineError({
      code: error?.code ?? 'internal',
      message: error?.message ?? `${strings.lab.failed} (${response.status})`,
      hint: error?.hint ?? '',
    });
  }
}
