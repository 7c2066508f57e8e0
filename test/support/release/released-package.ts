import { generousService } from '../service.ts';
import { type DataPackage, openPackage } from './data-package.ts';

let released: Promise<DataPackage> | undefined;

/** The data package of the service of the whole release, shared by all test files of a process: opening it takes five seconds. */
export function releasedPackage(): Promise<DataPackage> {
  released ??= download();
  return released;
}

async function download(): Promise<DataPackage> {
  const service = await generousService();
  const { token } = await service.key();
  const response = await service.get('/release/data-package', token);
  return openPackage(Buffer.from(await response.arrayBuffer()));
}
