import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob, relative } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../support/directories.ts';
import { atEnd } from '../support/lifetime.ts';
import { completeHome, environment, run, until } from '../support/processes/lds.ts';

test('from the image’s files alone, the web app and the client are built, and the service serves pages, guides, the dashboard and its packages', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'lds-image-'));
  atEnd(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }), t);
  const ignored = readFileSync(join(ROOT, 'deploy/Dockerfile.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => /^[\w/]/.test(line));
  for (const source of given())
    cpSync(join(ROOT, source), join(directory, source), {
      recursive: true,
      filter: (path) => !ignored.some((pattern) => matchesGlob(relative(ROOT, path), pattern)),
    });
  // In place of `npm ci`, which the image's build runs.
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  const home = await completeHome(t);
  const env = environment(home, { PORT: '0' });

  for (const script of ['scripts/web.mjs', 'scripts/client.mjs']) {
    const built = await run(process.execPath, [script], { cwd: directory, env }, t).ended;
    assert.equal(built.code, 0, built.stderr);
  }

  const service = run(process.execPath, ['src/main.ts', 'serve'], { cwd: directory, env }, t);
  const address = () => /Service is listening on (\S+)/.exec(service.stdout())?.[1];
  await until('it listens', () => address() !== undefined || service.process.exitCode !== null);
  for (const path of ['/', '/guides/quickstart', '/reference', '/keys', '/cities/lisbon']) {
    const { status } = await fetch(`${address()}${path}`, { headers: { Accept: 'text/html' } });
    assert.equal(status, 200, `${path}: ${service.stderr()}`);
  }
  const packages = await (await fetch(`${address()}/packages`)).text();
  const files = [...packages.matchAll(/href="[^"]*?(packages\/[^"/]+\.(?:tgz|tar\.gz|whl))"/g)];
  assert.ok(
    files.some(([, path = '']) => path.endsWith('.tgz')),
    packages,
  );
  for (const [, path = ''] of files) assert.equal((await fetch(`${address()}/${path}`)).status, 200, path);
  service.process.kill('SIGTERM');
  assert.equal((await service.ended).code, 0);
});

/** What the Dockerfile copies from the repository. */
function given(): string[] {
  const dockerfile = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8');
  return [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
    sources.split(' '),
  );
}
