import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import { parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet';
import { releasedPackage } from '../../../support/release/released-package.ts';
import { generousService } from '../../../support/service.ts';

const service = await generousService();
const { token } = await service.key();
const { tables, descriptor } = await releasedPackage();
const resources = descriptor.resources.filter(({ name }) => !name.startsWith('model-'));
const files = new Map(
  Object.entries(
    unzipSync(Buffer.from(await (await service.get('/release/parquet', token)).arrayBuffer())),
  ).map(([name, bytes]) => [name, Buffer.from(bytes)]),
);

test('the archive has a Parquet file for each table of the data package except the model’s, and the same descriptions of columns', () => {
  assert.deepEqual(
    [...files.keys()].sort(),
    ['datapackage.json', ...resources.map(({ name }) => `${name}.parquet`)].sort(),
  );
  const described = JSON.parse(String(files.get('datapackage.json'))) as typeof descriptor;
  assert.deepEqual(
    described.resources.map(({ name, path, schema }) => [name, path, schema.fields]),
    resources.map(({ name, schema }) => [name, `${name}.parquet`, schema.fields]),
  );
});

const TYPES: Readonly<Record<string, string>> = {
  string: 'BYTE_ARRAY',
  integer: 'INT32',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
};

for (const { name, schema } of resources) {
  test(`${name}.parquet has the described types and the rows of the CSV`, async () => {
    const file = arrayBufferOf(files.get(`${name}.parquet`) ?? assert.fail());
    const { children } = parquetSchema(parquetMetadata(file));
    assert.deepEqual(
      children.map(({ element }) => [element.name, element.type]),
      schema.fields.map((field) => [field.name, TYPES[field.type]]),
    );
    const rows = await parquetReadObjects({ file });
    const { rows: expected = [] } = tables.get(name) ?? {};
    assert.equal(rows.length, expected.length);
    for (const [index, row] of rows.entries())
      for (const { name: column } of schema.fields) {
        const value: unknown = row[column];
        const text = typeof value === 'boolean' ? String(Number(value)) : String(value ?? '');
        if (text !== expected[index]?.[column])
          assert.fail(`row ${index}, ${column}: ${text}, ${expected[index]?.[column]}`);
      }
  });
}

function arrayBufferOf({ buffer: bytes, byteOffset, byteLength }: Buffer): ArrayBuffer {
  return bytes.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}
