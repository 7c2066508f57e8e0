import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { Command } from 'commander';
import { answersOf } from '../../src/commands/ask/answers.ts';
import { registerAskCommands } from '../../src/commands/ask/ask.ts';
import { endOf } from '../../src/commands/end.ts';
import EXAMPLES from '../../src/commands/examples.json' with { type: 'json' };
import { createProgram } from '../../src/commands/program.ts';
import { readSteps } from '../../src/dataset/reading/read/read.ts';
import { DATA_DIRECTORY } from '../support/directories.ts';
import { atEnd, file } from '../support/lifetime.ts';
import { completeHome, ldsAlone } from '../support/processes/lds.ts';
import { openedRelease } from '../support/release/opened-release.ts';
import { generousService, temporaryDirectory } from '../support/service.ts';

const answers = { ...(await answersOf(await openedRelease())), close: () => undefined };
const home = await completeHome(file);
const service = await generousService();

/** Runs a command in this process. @param columns of the terminal; without, the output is none */
async function run(args: readonly string[], columns?: number) {
  const [stdout, stderr] = [outputOf(columns), outputOf(columns)];
  const program = new Command('lds')
    .exitOverride()
    .configureOutput({ writeErr: (text) => void stderr.stream.write(text) });
  registerAskCommands(program, { embedded: async () => answers }, stdout.stream);
  const status = await program.parseAsync(args, { from: 'user' }).then(
    () => 0,
    (error: unknown) => endOf(error, stderr.stream),
  );
  return { stdout: stdout.text(), stderr: stderr.text(), status };
}

function outputOf(columns: number | undefined) {
  const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), {
    columns,
  }) as unknown as NodeJS.WriteStream & PassThrough;
  return { stream, text: () => String(stream.read() ?? '') };
}

test('a city is found by its name, with or without quotation marks, and its answer says how certain the figures are', async () => {
  for (const name of [['Lisbon, Portugal'], ['lisbon,', 'portugal']]) {
    const { stdout, status } = await run(['city', ...name]);
    assert.equal(status, 0);
    assert.match(
      stdout,
      /^Lisbon, Portugal\n\nAt the standard of an average American household, one adult needs about [\d,]+ EUR a month in Lisbon\s[\s\S]*\n\nThe price level of Lisbon is [\d.]+, where [\s\S]* \(80 % interval: /,
    );
    assert.match(stdout, /\nLocation Data Service, data release \S+ Sources: /);
  }
});

test('the budget of a household is shown by category, in the currency that is asked for', async () => {
  const { stdout } = await run(['budget', 'lisbon', '--household', 'family', '--currency', 'usd']);
  assert.match(
    stdout,
    /^Lisbon, Portugal\n\nAt the standard of an average American household, a family of four needs about [\d,]+\s+USD\s+a\s+month\s+in\s+Lisbon/,
  );
  assert.match(stdout, /\nTogether +[\d,]+ USD \([\d,]+ to [\d,]+\)/);
  const { stdout: json } = await run(['budget', 'portugal', '--of-country', '--json']);
  const { tables } = JSON.parse(json) as { tables: { budget: { id: string }[] } };
  assert.equal(tables.budget.length, 11);
});

test('the same document is available as JSON, CSV and Markdown', async () => {
  const { stdout: json } = await run(['compare', 'lisbon', 'berlin', '--json']);
  const { tables } = JSON.parse(json) as { tables: { places: { id: string }[] } };
  assert.deepEqual(
    tables.places.map(({ id }) => id),
    ['lisbon', 'berlin'],
  );
  assert.match((await run(['compare', 'lisbon', 'berlin', '--csv'])).stdout, /^id,place,cost,cost_low,/);
  assert.match((await run(['compare', 'lisbon', 'berlin', '--md'])).stdout, /^# Lisbon and Berlin\n/);
});

test('an amount can be anywhere among the names of places', async () => {
  const wanted = /Taxes aside, 60,000 EUR in Lisbon buy the same as [\d,]+ EUR \(.*\) in Berlin\./;
  assert.match((await run(['compare', 'lisbon', 'berlin', '--amount', '60000', 'EUR'])).stdout, wanted);
  assert.match((await run(['compare', '--amount', '60,000 EUR', 'lisbon', 'berlin'])).stdout, wanted);
});

test('a comparison sends the service two requests for any number of places, and cites the page with the same comparison', async () => {
  const { server, key } = service;
  const paths: string[] = [];
  const counting = createServer((request, response) => {
    paths.push(request.url ?? '');
    request.pipe(
      httpRequest(
        `${server.address}${request.url}`,
        { headers: { ...request.headers, host: new URL(server.address).host } },
        (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.headers)),
      ),
    );
  }).listen(0, '127.0.0.1');
  atEnd(() => void counting.close(), file);
  await once(counting, 'listening');
  const url = `http://127.0.0.1:${(counting.address() as AddressInfo).port}`;
  process.env.LDS_API_KEY = (await key()).token;
  const names = ['Lisbon, Portugal', 'berlin', 'Wien', 'tokyo'];
  const weights = ['--weights', 'housing:0.5,food:0.5', '--group-weights', 'safety:1'];
  const { stdout } = await run(['compare', ...names, ...weights, '--url', `${url}/mcp`, '--json']);
  delete process.env.LDS_API_KEY;
  assert.equal(paths.length, 2, paths.join());
  const { tables, citation } = JSON.parse(stdout) as {
    tables: { places: { id: string; cost: { value: number }; quality: { value: number } }[] };
    citation: { url: string };
  };
  assert.deepEqual(
    tables.places.map(({ id }) => id),
    ['lisbon', 'berlin', 'vienna', 'tokyo'],
  );
  const page = citation.url.slice(url.length);
  const shown = await fetch(`${server.address}${page.replace('/compare', '/compare.json')}`);
  const { cost, quality } = (await shown.json()) as {
    cost: { cities: { index: { overall: { value: number } } }[] };
    quality: { cities: { score: { value: number } }[] };
  };
  assert.deepEqual(
    tables.places.map((place) => [place.cost.value, place.quality.value]),
    cost.cities.map(({ index }, at) => [index.overall.value, quality.cities[at]?.score.value]),
  );
});

test('a comparison with an ambiguous name prints the candidates', async () => {
  const { stderr, status } = await run(['compare', 'lisbon', 'springfield']);
  assert.equal(status, 1);
  assert.match(stderr, /springfield-missouri-united-states +Springfield, Missouri, United States\n/);
});

test('a search lists the best cities first and, with --reverse, the worst', async () => {
  const first = async (...more: string[]) => {
    const args = [
      'find',
      '--country',
      'germany',
      '--cost-max',
      '70',
      '--sort',
      'quality',
      '--limit',
      '2',
      '--json',
    ];
    const { tables } = JSON.parse((await run([...args, ...more])).stdout) as {
      tables: { cities: { quality: { value: number } }[] };
    };
    return tables.cities.map(({ quality }) => quality.value);
  };
  const [best = 0, next = 0] = await first();
  const [worst = 0] = await first('--reverse');
  assert.ok(best >= next && next > worst, `${best} ${next} ${worst}`);
});

test('a search finds capitals of a continent, and the warmest cities of a month first', async () => {
  const found = async (...args: string[]) =>
    (
      JSON.parse((await run(['find', ...args, '--limit', '40', '--json'])).stdout) as {
        tables: { cities: { id: string; high: number }[] };
      }
    ).tables.cities;
  const capitals = (await found('--continent', 'europe', '--capital', '--sort', 'cost')).map(({ id }) => id);
  assert.ok(capitals.includes('sofia') && !capitals.includes('porto'));
  const warm = await found('--month', '1', '--high-min', '18', '--sea-max', '10', '--sort', 'high');
  assert.ok(warm.length === 40 && warm.every(({ high }, at) => high >= (warm[at + 1]?.high ?? 18)));
});

test('a search lists each agglomeration once with --fold', async () => {
  const names = async (...more: string[]) => {
    const args = ['find', '--country', 'japan', '--sort', 'population', '--limit', '5', '--json', ...more];
    const { tables } = JSON.parse((await run(args)).stdout) as { tables: { cities: { id: string }[] } };
    return tables.cities.map(({ id }) => id);
  };
  assert.ok((await names()).includes('yokohama'));
  assert.ok(!(await names('--fold', 'agglomeration')).includes('yokohama'));
});

test('an ambiguous name prints the candidates on standard error and exits with 1', async () => {
  const { stdout, stderr, status } = await run(['city', 'springfield']);
  assert.deepEqual([stdout, status], ['', 1]);
  assert.match(stderr, /springfield-missouri-united-states +Springfield, Missouri, United States\n/);
});

for (const [args, says] of [
  [['city'], /missing required argument/],
  [['find', '--cost-max', 'cheap'], /not a number/],
  [['find', '--sort', 'beauty'], /names are name, population/],
  [['find', '--sort', 'high'], /needs month/],
  [['find', '--continent', 'europa'], /names are africa/],
  [['compare', 'lisbon', 'porto', '--amount', 'much'], /--amount 60000 EUR/],
  [['compare', 'lisbon', 'porto', '--amount', '60.000', 'EUR'], /--amount 60000 EUR/],
  [['compare', 'lisbon', 'porto', '--amount', '60,5', 'EUR'], /--amount 60000 EUR/],
  [['compare', 'lisbon'], /2 to 20/],
  [
    ['history', 'lisbon', '--from', 'lately'],
    /The parameter from must look like 2015, 2015-06 or 2015-06-30\./,
  ],
  [['city', 'lisbon', '--json', '--csv'], /cannot be used with/],
  [['city', 'lisbon', '--url', 'example'], /is not an address/],
] as const)
  test(`lds ${args.join(' ')} is a usage error: it exits with 2 and says why`, async () => {
    const { stdout, stderr, status } = await run([...args]);
    assert.deepEqual([stdout, status], ['', 2], stderr);
    assert.match(stderr, says);
  });

for (const columns of [40, 60, 80, 120])
  test(`no line is wider than a terminal of ${columns} columns`, async () => {
    for (const args of [
      ['city', 'lisbon'],
      ['compare', 'lisbon', 'berlin', 'tokyo'],
      ['find', '--cost-max', '70'],
    ]) {
      const { stdout } = await run(args, columns);
      const wide = stdout.split('\n').filter((line) => [...line].length > columns);
      assert.deepEqual(wide, []);
    }
  });

test('if the terminal has no size, lines are not wrapped', async () => {
  assert.equal((await run(['city', 'lisbon'], 0)).stdout, (await run(['city', 'lisbon'])).stdout);
});

test('if a pipe’s reader stops reading, only the output ends', async () => {
  const { stream } = outputOf(undefined);
  const program = new Command('lds').exitOverride();
  registerAskCommands(program, { embedded: async () => answers }, stream);
  await program.parseAsync(['find', '--limit', '1000', '--csv'], { from: 'user' });
  const closed = new Promise((resolve) => stream.once('close', resolve));
  stream.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  await closed;
});

test('a service gives the same answers as a local release; without a key, the command asks for one', async () => {
  const { server, key } = service;
  const { token } = await key();
  const args = ['find', '--country', 'portugal', '--sort', 'quality', '--limit', '3', '--json'];
  const { stdout: here } = await run(args);
  process.env.LDS_API_KEY = token;
  const { stdout: there } = await run([...args, '--url', `${server.address}/v1/`]);
  delete process.env.LDS_API_KEY;
  assert.equal(there, here);
  const { stderr, status } = await run([...args, '--url', server.address]);
  assert.equal(status, 1);
  assert.match(stderr, /set LDS_API_KEY/);
  process.env.LDS_API_KEY = `${token}\nand more`;
  const unreadable = await run([...args, '--url', server.address]);
  delete process.env.LDS_API_KEY;
  assert.equal(unreadable.status, 2);
  assert.equal(unreadable.stderr.includes(token), false, 'the key is repeated');
});

test('an address that is not a service is named in the error', async () => {
  const other = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1');
  atEnd(() => void other.close(), file);
  await new Promise((resolve) => other.once('listening', resolve));
  const { stderr } = await run([
    'city',
    'lisbon',
    '--url',
    `http://127.0.0.1:${(other.address() as AddressInfo).port}`,
  ]);
  assert.match(stderr, /is not a Location Data Service/);
});

test('every command’s help has examples that begin with its name and an argument that it takes, and no default in milliseconds', () => {
  const program = createProgram();
  for (const { path, command } of leaves(program, 'lds')) {
    let help = '';
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    assert.match(help, new RegExp(`\\nExamples:\\n  ${path}`), path);
    assert.doesNotMatch(help, /millisecond|\bms\b|\(default: \d{5,}\)/, path);
    const [, examples = ''] = help.split('\nExamples:\n');
    for (const example of examples.trim().split('\n')) {
      const [first = ''] = example.trim().slice(path.length).trim().split(' ');
      const takes = first.startsWith('--')
        ? command.options.some(({ long }) => long === first)
        : first === '' || command.registeredArguments.length > 0;
      assert.ok(takes, example);
    }
  }
});

test('every command that has examples exists', () => {
  const paths = new Set(leaves(createProgram(), 'lds').map(({ path }) => path));
  assert.deepEqual(
    Object.keys(EXAMPLES).filter((path) => !paths.has(`lds ${path}`)),
    [],
  );
});

test('the steps that examples of `data read` and `data refresh` name exist', () => {
  const steps = readSteps(DATA_DIRECTORY);
  const named = leaves(createProgram(), 'lds')
    .filter(({ path }) => /data (read|refresh)$/.test(path))
    .flatMap(({ path, command }) => {
      let help = '';
      command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
      const [, examples = ''] = help.split('\nExamples:\n');
      return examples
        .split('\n')
        .map((example) => example.trim().slice(path.length).trim().split(' ')[0] ?? '');
    })
    .filter((first) => first !== '' && !first.startsWith('--'));
  assert.ok(named.length >= 2);
  for (const step of named) assert.ok(steps.includes(step), step);
});

function leaves(command: Command, path: string): { path: string; command: Command }[] {
  if (command.commands.length === 0) return [{ path, command }];
  return command.commands.flatMap((each) => leaves(each, `${path} ${each.name()}`));
}

test('the program prints its version, and answers from the release in LDS_HOME without colours in a pipe', async () => {
  assert.match((await ldsAlone(home, ['--version'])).stdout, /^\d+\.\d+\.\d+\n$/);
  const { stdout, code } = await ldsAlone(home, ['city', 'lisbon']);
  assert.equal(code, 0);
  assert.ok(stdout.startsWith('Lisbon, Portugal\n'), stdout.slice(0, 40));
});

test('a command that reads no release does not load the schemas of releases and of the API', async () => {
  const scripts = temporaryDirectory();
  // Node writes there which files it has loaded.
  await ldsAlone(home, ['--version'], { NODE_V8_COVERAGE: scripts });
  const [report = ''] = readdirSync(scripts);
  const { result } = JSON.parse(readFileSync(join(scripts, report), 'utf8')) as { result: { url: string }[] };
  const loaded = result.map(({ url }) => url);
  assert.ok(loaded.some((url) => url.endsWith('/src/commands/program.ts')));
  assert.deepEqual(
    loaded.filter((url) => url.includes('/node_modules/typebox/')),
    [],
  );
});

test('an option of a question takes a value in every command that has it, or in none', () => {
  const questions = createProgram().commands.filter(
    (command) => command.helpGroup() === 'Places and figures:',
  );
  assert.ok(questions.length > 5);
  const options = questions.flatMap((command) => command.options);
  for (const [name, alike] of Map.groupBy(options, ({ long }) => long))
    assert.equal(new Set(alike.map((option) => option.isBoolean())).size, 1, `${name}`);
});
