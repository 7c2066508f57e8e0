import { join } from 'node:path';
import { compareData, type DataDiff } from '../../../src/dataset/reading/refresh/fact-diff.ts';
import { HTTP_SETTINGS } from '../../../src/dataset/reading/refresh/http-download.ts';
import {
  type RefreshOutcome,
  type RefreshRequest,
  readNewEditions,
  refresh,
} from '../../../src/dataset/reading/refresh/refresh.ts';
import { planRefresh } from '../../../src/dataset/reading/refresh/refresh-plan.ts';
import {
  type Fingerprint,
  fingerprint,
  replaceData,
} from '../../../src/dataset/reading/refresh/replacement.ts';
import { temporaryDirectory } from '../service.ts';
import { writeMiniature } from './miniature.ts';

/** A small data directory and a home directory, which tests can refresh as they like. */
export interface Bench {
  home: string;
  dataDirectory: string;
  state(): Fingerprint;
  /** Refreshes, and answers the question with `answer`; if that is a function, it may do something first. */
  run(request: Partial<RefreshRequest>, answer?: boolean | (() => boolean)): Promise<Run>;
  /** Like `run`, but installs the new editions without building a release, which takes longer than everything else. */
  readAndReplace(request: Partial<RefreshRequest>): Promise<ReadRun>;
}

export interface ReadRun {
  /** Files of the data directory that changed. */
  changed: string[];
  /** What the operator would have seen. */
  diff: DataDiff;
  progress: string[];
}

export interface Run {
  outcome: RefreshOutcome;
  /** What the operator saw before the question; '' if there was none. */
  shown: string;
  progress: string[];
  asked: string[];
}

export function openBench(mirror: string): Bench {
  const dataDirectory = join(temporaryDirectory(), 'data');
  const home = temporaryDirectory();
  writeMiniature(dataDirectory);
  const complete = (request: Partial<RefreshRequest>): RefreshRequest => ({
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
  });
  return {
    home,
    dataDirectory,
    state: () => fingerprint(dataDirectory),
    async run(request, answer = true) {
      const run: Omit<Run, 'outcome'> = { shown: '', progress: [], asked: [] };
      const outcome = await refresh(complete(request), {
        progress: (line) => run.progress.push(line),
        show: (text) => {
          run.shown = text;
        },
        confirm: async (question) => {
          run.asked.push(question);
          return typeof answer === 'function' ? answer() : answer;
        },
      });
      return { outcome, ...run };
    },
    async readAndReplace(partial) {
      const progress: string[] = [];
      const request = complete(partial);
      const dialogue = { progress: (line: string) => void progress.push(line) };
      const workshop = temporaryDirectory();
      const { draft, changes } = await readNewEditions(planRefresh(request), request, dialogue, workshop);
      const diff = compareData(dataDirectory, draft, request.threshold);
      replaceData(dataDirectory, draft, changes);
      return { changed: [...changes.written, ...changes.removed], diff, progress };
    },
  };
}
