import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { ENDPOINTS } from '../../src/engine/operations.ts';
import { askedPaths } from '../support/client/asked-paths.ts';
import {
  json,
  partOf,
  problem,
  type Reaction,
  startFaultyService,
} from '../support/client/faulty-service.ts';
import { ROOT } from '../support/directories.ts';
import { exchange } from '../support/http/exchange.ts';
import { openedRelease } from '../support/release/opened-release.ts';
import { generousService, temporaryDirectory } from '../support/service.ts';

const notJson: Reaction = (response) => response.end('<html>');

/** R writes numbers with 15 digits. */
const toDigits = (_: string, value: unknown) =>
  typeof value === 'number' ? Number(value.toPrecision(15)) : value;

const execute = promisify(execFile);
const hasR = spawnSync('Rscript', ['--vanilla', '-e', 'library(jsonlite)']).status === 0;
const LACKS_R =
  'the tests of the client for R need R with jsonlite: apt-get install r-base-core r-cran-jsonlite';

const library = join(temporaryDirectory(), 'library');
const service = await generousService();
const { token } = await service.key();

describe('the client for R', { skip: !hasR && LACKS_R }, () => {
  // With the line of the page of packages.
  before(async () => {
    mkdirSync(library, { recursive: true });
    const page = await exchange(service.server.address, '/packages');
    const [, install = ''] = /(install\.packages\(.*?)\)<\/code>/.exec(page.text) ?? [];
    const line = install
      .replaceAll('&quot;', '"')
      .replace(/"http.*?\/packages/, `"${service.server.address}/packages`);
    await execute('Rscript', ['--vanilla', '-e', `${line}, lib = ${JSON.stringify(library)})`]);
  });

  test('every endpoint has a function', async () => {
    const paths = await askedPaths((url) =>
      r(
        `
invisible(list_countries(lds)); invisible(list_cities(lds))
for (get in c(get_country, get_country_cost_of_living, get_country_quality_of_life, get_country_history)) get(lds, "{country_id}")
for (get in c(get_city, get_similar_cities, get_cost_of_living, get_quality_of_life, get_city_history)) get(lds, "{city_id}")
compare_cost_of_living(lds, c("lisbon", "porto")); compare_quality_of_life(lds, c("lisbon", "porto"))
get_release(lds)`,
        { url },
      ),
    );
    assert.deepEqual(paths, ENDPOINTS.map(({ path }) => path).sort());
  });

  test('answers are what the service sent', async () => {
    const printed = await r(`
tell(list(
  get_country(lds, "portugal"), get_city(lds, "Lisbon, Portugal"), get_similar_cities(lds, "lisbon", limit = 3),
  get_cost_of_living(lds, "lisbon", household = "couple", weights = c(housing = 0.6, food = 0.4)),
  get_quality_of_life(lds, "zürich"), get_city_history(lds, "lisbon", from = 2020), get_release(lds)))`);
    const sent = [];
    for (const path of [
      '/countries/portugal',
      '/cities/lisbon',
      '/data/similar/lisbon?limit=3',
      '/data/cost-of-living/lisbon?household=couple&weights=housing:0.6,food:0.4',
      '/data/quality-of-life/zurich',
      '/data/history/cities/lisbon?from=2020',
      '/release',
    ])
      sent.push(await (await service.get(path, token)).json());
    assert.deepEqual(JSON.parse(printed, toDigits), JSON.parse(JSON.stringify(sent), toDigits));
  });

  test('a place without a name and a parameter that is NA are refused, and the error of a 429 has the seconds after which to ask again', async () => {
    const faulty = await startFaultyService();
    const asked = `
for (id in list("", " ", "..", NA, NULL, c("a", "b"))) tell(tryCatch(get_city(lds, id), lds_error = conditionMessage))
tell(tryCatch(list_cities(lds, country = NA), lds_error = conditionMessage))`;
    const printed = await r(asked, { url: faulty.url });
    assert.equal(printed.match(/is not the id or name of a place\./g)?.length, 6);
    assert.match(printed, /The parameter country has an NA\./);
    assert.equal(faulty.requests.length, 0);
    faulty.react(problem(429, 'rate_limit_exceeded', { 'retry-after': '90' }));
    const waits =
      'tell(tryCatch(get_city(lds, "lisbon"), lds_problem = function(problem) problem$retry_after))';
    assert.match(await r(waits, { url: faulty.url }), /90/);
  });

  test('a list is read page by page, and every place comes once', async () => {
    const printed = await r(`
page <- list_cities(lds, country = "portugal", limit = 100)
first <- nrow(page); ids <- character()
while (!is.null(page)) { ids <- c(ids, page$id); page <- next_page(page) }
tell(c(length(ids), length(unique(ids)), nrow(list_cities(lds, country = "portugal")), first))
near <- list_cities(lds, near = c(38.72, -9.14), radius_km = 20, min_population = 100000, kind = c("city", "capital"))
tell(near$id[1])`);
    const [[iterated, different, all, first], nearest] = printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.ok(all > 200);
    assert.deepEqual([iterated, different, first, nearest], [all, all, 100, 'lisbon']);
  });

  test('the example of the guide runs', async () => {
    const guide = readFileSync(join(ROOT, 'docs/clients.md'), 'utf8');
    const [, example = ''] = /```r\n(.*?)```/s.exec(guide) ?? [];
    const printed = await r(example.replace(/location_data\(.*?\)/, 'location_data()'));
    assert.match(printed, /"Mumbai".*springfield/s);
  });

  test('the package passes R’s own check, and every example of its help runs', async () => {
    const folder = temporaryDirectory();
    const asked = { LDS_URL: service.server.address, LDS_API_KEY: token };
    // Otherwise it asks a time server.
    const env = { ...process.env, LANG: 'C.UTF-8', _R_CHECK_SYSTEM_CLOCK_: 'false', ...asked };
    await execute('R', ['CMD', 'build', join(ROOT, 'client/r')], { cwd: folder, env });
    const check = ['CMD', 'check', '--no-manual', '--run-dontrun', 'locationdata_1.0.0.tar.gz'];
    const { stdout } = await execute('R', check, { cwd: folder, env });
    assert.match(stdout, /Status: OK/);
  });

  test('a history becomes a data frame with a row per figure', async () => {
    const printed = await r(`
asked <- list(get_city_history(lds, "lisbon", metric = "cost_index"), get_city_history(lds, "lisbon", metric = "population"))
tell(lapply(asked, function(history) c(nrow(as.data.frame(history)), length(history$observations))))`);
    const [[rows, figures], none] = JSON.parse(printed);
    assert.ok(rows > 5);
    assert.deepEqual([figures, none], [rows, [0, 0]]);
  });

  test('a comparison becomes a data frame with a row per place', async () => {
    const printed = await r(`
compared <- compare_cost_of_living(lds, c("Lisbon, Portugal", "porto"), countries = "spain", amount = 1e5, currency = "EUR")
rows <- as.data.frame(compared)
tell(list(rows$city.id[1:2], rows$country.id[3], rows$index.overall.value[2] == compared$cities[[2]]$index$overall$value))`);
    assert.deepEqual(JSON.parse(printed), [['lisbon', 'porto'], 'spain', true]);
  });

  test('a problem is a condition with the class of its code, a detail and candidates', async () => {
    const printed = await r(`
tell(tryCatch(get_city(lds, "springfield"), lds_city_not_found = function(problem)
  list(problem$status, problem$code, conditionMessage(problem) == problem$detail, length(problem$candidates) > 1,
       nzchar(problem$request_id), inherits(problem, c("lds_problem", "lds_error", "error"), which = TRUE) > 0)))`);
    assert.deepEqual(JSON.parse(printed), [404, 'city_not_found', true, true, true, [true, true, true]]);
    const kept = await r(
      `tryCatch(get_city(lds, "lisbon", release = "1999.1.1"), lds_release_not_found = function(problem) tell(problem$releases))`,
    );
    assert.equal([JSON.parse(kept)].flat()[0], (await openedRelease()).version);
  });

  test('a request is repeated after a 429 and a 503, as late as Retry-After says, and the user’s random numbers stay', async () => {
    const faulty = await startFaultyService();
    const soon = new Date(Date.now() + 3000).toUTCString();
    faulty.react(
      problem(429, 'rate_limit_exceeded', { 'retry-after': '2' }),
      problem(503, 'unavailable', { 'retry-after': soon }),
      json({ id: 'lisbon' }),
    );
    const printed = await r(
      `
began <- Sys.time(); set.seed(7); expected <- runif(1); set.seed(7)
city <- get_city(lds, "lisbon")
tell(list(city$id, as.numeric(difftime(Sys.time(), began, units = "secs")), runif(1) == expected))`,
      { url: faulty.url },
    );
    const [id, seconds, same] = JSON.parse(printed);
    assert.deepEqual([id, same, faulty.requests.length], ['lisbon', true, 3]);
    assert.ok(seconds >= 2, `${seconds}`);
  });

  test('a wait of more than a minute and an error of the request are not repeated', async () => {
    const faulty = await startFaultyService();
    for (const reaction of [
      problem(429, 'rate_limit_exceeded', { 'retry-after': '61' }),
      problem(404, 'city_not_found'),
    ]) {
      faulty.react(reaction);
      const ask = 'tell(tryCatch(get_city(lds, "lisbon"), lds_problem = function(problem) problem$code))';
      assert.match(await r(ask, { url: faulty.url }), /^"(rate_limit_exceeded|city_not_found)"\n$/);
      assert.equal(faulty.requests.length, 1);
    }
  });

  test('a service that says nothing, half an answer and no JSON fail as a connection does', async () => {
    const faulty = await startFaultyService();
    for (const reaction of [() => undefined, partOf('{"id":', { closes: true }), notJson]) {
      faulty.react(reaction);
      const printed = await r(
        `
lds <- location_data(timeout = 1, max_retries = 1)
tell(tryCatch(get_release(lds), lds_connection_failed = conditionMessage))`,
        { url: faulty.url },
      );
      assert.match(printed, /^"(No complete response|The response) from http:/);
      assert.equal(faulty.requests.length, 2);
    }
  });

  test('the key is sent, follows no redirect, and is in no text that R prints', async () => {
    const [faulty, elsewhere] = [await startFaultyService(), await startFaultyService()];
    faulty.react((response) => response.writeHead(302, { location: `${elsewhere.url}/v1/release` }).end());
    const printed = await r(
      `
for (key in c('lds_"sec\\\\ret', "lds_secret\\n")) tryCatch({
  lds <- location_data(api_key = key); print(lds); str(lds); get_release(lds)
}, lds_error = function(error) { print(error); str(error) })`,
      { url: faulty.url },
    );
    assert.equal(faulty.requests[0]?.headers.authorization, 'Bearer lds_"sec\\ret');
    assert.equal(elsewhere.requests.length, 0);
    assert.match(printed, /HTTP status 302[\s\S]*another character/);
    assert.doesNotMatch(printed, /sec/);
  });

  /** What a program prints that has `lds`, a client of the service. */
  async function r(program: string, { url = service.server.address } = {}): Promise<string> {
    const source = `library(locationdata, lib.loc = ${JSON.stringify(library)})
tell <- function(value) cat(jsonlite::toJSON(value, auto_unbox = TRUE, null = "null", digits = NA), "\\n", sep = "")
lds <- location_data()\n${program}`;
    const env = { PATH: process.env.PATH, LANG: 'C.UTF-8', LDS_URL: url, LDS_API_KEY: token };
    const { stdout } = await execute('Rscript', ['--vanilla', '-e', source], { env, maxBuffer: 2 ** 26 });
    return stdout;
  }
});
