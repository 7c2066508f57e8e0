import type { Command } from 'commander';
import { OperatorError } from '../process/operator-error.ts';
import { REFERENCES } from '../service/report.ts';
import type { Store } from '../service/storage/database.ts';
import { closeReport, listReports, type ReportRow, reportById } from '../service/storage/reports.ts';
import { type Columns, printList } from './list.ts';
import { withStore } from './with-store.ts';

/** `reports list | show | close`: what readers say about figures. */
export function registerReportCommands(program: Command): void {
  const reports = program.command('reports').description('read and close readers’ reports of wrong figures');

  reports
    .command('list')
    .description('list the open reports, the newest first')
    .option('--all', 'closed ones too', false)
    .option('--json', 'as JSON', false)
    .action(async ({ all, json }: { all: boolean; json: boolean }) => {
      await withStore(async ({ database }) => {
        const rows = await listReports(database, { closed: all });
        await printList([rows], COLUMNS, json);
      });
    });

  reports
    .command('show <report>')
    .description('print a report, by its id')
    .action(async (id: string) => {
      await withStore(async (store) => {
        const report = await existingReport(store, id);
        const lines = [
          `received: ${report.at}`,
          ...REFERENCES.filter((name) => report[name] !== '').map((name) => `${name}: ${report[name]}`),
          ...(report.closed_at === null ? [] : [`closed: ${report.closed_at}`]),
        ];
        process.stdout.write(`${lines.join('\n')}\n\n${report.text}\n`);
      });
    });

  reports
    .command('close <report>')
    .description('close a report, by its id: it is removed 400 days later')
    .action(async (id: string) => {
      await withStore(async (store) => {
        await existingReport(store, id);
        await closeReport(store.database, id, new Date());
        process.stderr.write(`closed ${id}\n`);
      });
    });
}

async function existingReport({ database }: Store, id: string): Promise<ReportRow> {
  const report = await reportById(database, id);
  if (report === undefined)
    throw new OperatorError(`There is no report ${id}. Run \`reports list --all\` to see all reports.`);
  return report;
}

/** Beginning of a text in the list; `show` has all of it. */
const SHOWN = 60;

const COLUMNS: Columns<ReportRow> = {
  id: 'id',
  received: ({ at, closed_at: closed }) => (closed === null ? at : `${at}, closed`),
  place: 'place',
  metric: 'metric',
  value: 'value',
  text: ({ text }) => text.replaceAll('\n', ' ').slice(0, SHOWN),
};
