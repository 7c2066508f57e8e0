import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environment, preparedHome, run, until } from '../support/processes/lds.ts';

for (const [connections, warned] of [
  ['400', true],
  ['300', false],
] as const)
  test(`a limit of 512 open files is ${warned ? '' : 'not '}reported at the start with LDS_MAX_CONNECTIONS=${connections}`, async (t) => {
    const settings = { PORT: '0', LDS_MAX_CONNECTIONS: connections };
    const command = `ulimit -n 512; exec '${process.execPath}' src/main.ts serve`;
    const service = run('bash', ['-c', command], { env: environment(await preparedHome(t), settings) });
    await until('it listens', () => service.stdout().includes('curl'));
    const warnings = service.stderr().match(/"level":40[^\n]*may open 512 files[^\n]*/g) ?? [];
    assert.equal(warnings.length, warned ? 1 : 0, service.stderr());
    if (warned)
      assert.match(warnings[0] ?? '', /LDS_MAX_CONNECTIONS=400: raise the limit to 600 .*LimitNOFILE/);
  });
