import { join } from 'node:path';
import { HTTP_SETTINGS } from '../../../src/dataset/refresh/http-download.ts';
import { type RefreshOutcome, type RefreshRequest, refresh } from '../../../src/dataset/refresh/refresh.ts';
import { type Fingerprint, fingerprint } from '../../../src/dataset/refresh/replacement.ts';
import { temporaryDirectory } from '../service.ts';
import { writeMiniature } from './miniature.ts';

/** A small data directory and a home, to refresh at will. */
export interface Bench {
  home: string;
  dataDirectory: string;
  state(): Fingerprint;
  /** Answers the question with `answer`; a function may do something before. */
  run(request: Partial<RefreshRequest>, answer?: boolean | (() => boolean)): Promise<Run>;
}

export interface Run {
  outcome: RefreshOutcome;
  /** What the operator saw before being asked; '' when there was no question. */
  shown: string;
  progress: string[];
  asked: string[];
}

export function openBench(mirror: string): Bench {
  const dataDirectory = join(temporaryDirectory(), 'data');
  const home = temporaryDirectory();
  writeMiniature(dataDirectory);
  return {
    home,
    dataDirectory,
    state: () => fingerprint(dataDirectory),
    async run(request, answer = true) {
      const run: Omit<Run, 'outcome'> = { shown: '', progress: [], asked: [] };
      const outcome = await refresh(
        {
          home,
          dataDirectory,
          sources: [],
          from: undefined,
          mirror,
          censusKey: undefined,
          http: { ...HTTP_SETTINGS, timeoutSeconds: 2, retries: 1, firstWaitMilliseconds: 1 },
          threshold: 0.05,
          unattended: false,
          ...request,
        },
        {
          progress: (line) => run.progress.push(line),
          show: (text) => {
            run.shown = text;
          },
          confirm: async (question) => {
            run.asked.push(question);
            return typeof answer === 'function' ? answer() : answer;
          },
        },
      );
      return { outcome, ...run };
    },
  };
}
