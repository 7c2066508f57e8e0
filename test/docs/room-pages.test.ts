import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../support/directories.ts';

for (const page of ['src/service/http/README.md', 'src/service/limits/README.md']) {
  const room = join(ROOT, dirname(page));
  const named = [...readFileSync(join(ROOT, page), 'utf8').matchAll(/`([\w./-]+\.ts)`/g)].map(([, file]) =>
    String(file),
  );

  test(`every file that ${page} names exists`, () => {
    assert.ok(named.length >= 7);
    for (const file of named)
      assert.ok(
        [room, join(ROOT, 'src/service'), join(ROOT, 'src'), ROOT].some((directory) =>
          existsSync(join(directory, file)),
        ),
        file,
      );
  });
}

test('src/service/limits/README.md has every file of its room', () => {
  const table = readFileSync(join(ROOT, 'src/service/limits/README.md'), 'utf8').match(
    /(?<=^\| `)[\w-]+\.ts(?=`)/gm,
  );
  assert.deepEqual(table?.toSorted(), globSync('*.ts', { cwd: join(ROOT, 'src/service/limits') }).toSorted());
});
