import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyDirectory } from '../../../process/copy-directory.ts';
import { makeDraft } from '../../../process/drafts.ts';
import { OperatorError } from '../../../process/operator-error.ts';
import { ReleaseStore } from '../../../release/store.ts';
import { buildRelease } from '../../building/build/build-release.ts';
import { readPublished } from '../read/read.ts';
import type { Download } from './download-catalogue.ts';
import { compareData, type DataDiff } from './fact-diff.ts';
import { DownloadFault, HttpDownloads, type HttpSettings } from './http-download.ts';
import { KeptDownloads } from './kept-downloads.ts';
import { type PlanRequest, planRefresh, type RefreshPlan } from './refresh-plan.ts';
import { reportDiff } from './refresh-report.ts';
import { type Changes, changesBetween, fingerprint, finishReplacement, replaceData } from './replacement.ts';
import { addFetchedByHand, stage } from './staging.ts';

export interface RefreshRequest extends PlanRequest {
  /** LDS_HOME. */
  home: string;
  /** Address of a mirror, which has each publisher's address at `/<host>/<path>`. */
  mirror: string | undefined;
  http: HttpSettings;
  /** Share by which a figure must change to be shown as moved. */
  threshold: number;
  /** True: nobody reviews the diff, so a source that loses many figures is refused. */
  unattended: boolean;
}

export interface RefreshDialogue {
  /** Reports progress, one line at a time. */
  progress(line: string): void;
  /** Shows the operator the diff. */
  show(text: string): void;
  confirm(question: string): Promise<boolean>;
}

export type RefreshOutcome = 'replaced' | 'declined' | 'nothing new';

/** If a source loses a larger share of its series, it needs a review: a truncated file can still be well-formed. */
const BEARABLE_LOSS = 0.1;

/**
 * Downloads published files, reads them into a copy of the data directory, checks that a release can be built of it,
 * shows what changed, and on consent puts the changed files in place. Until then the data directory is not touched, except
 * to finish the replacement of an interrupted refresh. A failure ends the refresh with an OperatorError, unless it is a bug.
 */
export async function refresh(request: RefreshRequest, dialogue: RefreshDialogue): Promise<RefreshOutcome> {
  const { home, dataDirectory, threshold } = request;
  if (finishReplacement(dataDirectory))
    dialogue.progress('finished the replacement of files at which an earlier refresh was interrupted');
  const plan = planRefresh(request);
  for (const line of plan.leftOut) dialogue.progress(`left out: ${line}`);
  const workshop = openWorkshop(home);
  try {
    const { draft, before, changes } = await readNewEditions(plan, request, dialogue, workshop);
    if (count(changes) === 0) return 'nothing new';
    dialogue.progress('checking every fact, by building a release of them');
    await buildRelease(draft, new ReleaseStore(workshop));

    const diff = compareData(dataDirectory, draft, threshold);
    dialogue.show(reportDiff(diff, changes, threshold));
    if (request.unattended) refuseLosses(diff);
    if (!(await dialogue.confirm(`Change ${count(changes)} files of ${dataDirectory}?`))) return 'declined';
    if (count(changesBetween(before, fingerprint(dataDirectory))) > 0)
      throw new OperatorError('Something else changed data/ in the meantime. Run the refresh again.');
    replaceData(dataDirectory, draft, changes);
    return 'replaced';
  } catch (error) {
    throw unchanged(error as Error);
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
}

/**
 * Downloads published files and reads them into a copy of the data directory, which is not checked yet.
 *
 * @returns the copy, the fingerprint of the data directory, and how they differ
 */
export async function readNewEditions(
  plan: RefreshPlan,
  request: RefreshRequest,
  dialogue: Pick<RefreshDialogue, 'progress'>,
  workshop: string,
) {
  const { home, dataDirectory } = request;
  const kept = new KeptDownloads(home);
  const downloads = plan.files.flatMap(({ from }) => from);
  await download(downloads, kept, request, dialogue);
  const [staging, draft] = [join(workshop, 'published'), join(workshop, 'data')];
  mkdirSync(staging);
  await stage(plan.files, kept, staging);
  if (request.from !== undefined) addFetchedByHand(request.from, staging);

  const before = fingerprint(dataDirectory);
  copyDirectory(dataDirectory, draft);
  await readPublished(staging, draft, plan.steps, ({ step, facts }) =>
    dialogue.progress(`read ${step}: ${facts} facts`),
  );
  return { draft, before, changes: changesBetween(before, fingerprint(draft)) };
}

/** An empty directory for this run. */
function openWorkshop(home: string): string {
  const directory = join(home, 'refresh');
  try {
    return makeDraft(directory, 'run');
  } catch (error) {
    throw new OperatorError(
      `${directory} cannot be written: ${(error as Error).message}. Set LDS_HOME to a directory that can.`,
    );
  }
}

/**
 * All files: one after another from each publisher, and from different publishers in parallel. A file that fails ends
 * the refresh, so no more files of its publisher are requested; files of other publishers are kept for the next time.
 */
async function download(
  downloads: readonly Download[],
  kept: KeptDownloads,
  request: RefreshRequest,
  dialogue: Pick<RefreshDialogue, 'progress'>,
): Promise<void> {
  const distinct = [...new Map(downloads.map((file) => [file.id, file])).values()];
  const http = new HttpDownloads(request.http);
  const faults: string[] = [];
  let done = 0;
  const fromOnePublisher = async (files: readonly Download[]) => {
    for (const file of files) {
      try {
        const said = await downloadOne(file, kept, http, request);
        done++;
        dialogue.progress(`${done}/${distinct.length} ${file.id}: ${said}`);
      } catch (error) {
        if (!(error instanceof DownloadFault)) throw error;
        faults.push(`${file.url}: ${error.message}`);
        return;
      }
    }
  };
  const publishers = Map.groupBy(distinct, ({ url }) => new URL(url).host);
  const outcomes = await Promise.allSettled([...publishers.values()].map(fromOnePublisher));
  await http.close();
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  const [first, ...others] = faults;
  if (first !== undefined)
    throw new OperatorError(others.length === 0 ? first : `${first}. Also: ${others.join('; ')}`);
}

/** The result in a few words. */
function downloadOne(
  file: Download,
  kept: KeptDownloads,
  http: HttpDownloads,
  { mirror, censusKey }: RefreshRequest,
): Promise<string> {
  const address = mirror === undefined ? file.url : mirrored(file.url, mirror);
  const asked = file.key === '' ? address : `${address}&key=${encodeURIComponent(censusKey ?? '')}`;
  const expected = { ...file, maxBytes: 1024 * file.max_kb };
  return kept.renew(file.id, address, (path, known) => http.fetch(asked, path, expected, known));
}

/** `https://api.worldbank.org/v2/x?y` → `http://127.0.0.1:8080/api.worldbank.org/v2/x?y` */
function mirrored(url: string, mirror: string): string {
  const { host, pathname, search } = new URL(url);
  return `${mirror.replace(/\/+$/, '')}/${host}${pathname}${search}`;
}

function refuseLosses({ readers }: DataDiff): void {
  const worst = readers.find(
    ({ seriesBefore, seriesVanished }) => seriesVanished > BEARABLE_LOSS * seriesBefore,
  );
  if (worst !== undefined) {
    const { reader, seriesVanished, seriesBefore } = worst;
    throw new OperatorError(
      `${reader} would lose ${seriesVanished} of its ${seriesBefore} series: run it without --yes to review them.`,
    );
  }
}

function count({ written, removed }: Changes): number {
  return written.length + removed.length;
}

/** The operator sees errors in files as one line; any other error is a bug. */
function unchanged(error: NodeJS.ErrnoException): Error {
  const ofTheFileSystem = error.syscall !== undefined;
  return error instanceof OperatorError || ofTheFileSystem
    ? new OperatorError(`${error.message} (data/ is unchanged)`)
    : error;
}
