import { openGazetteer } from '../../../src/dataset/places/gazetteer.ts';
import { DATA_DIRECTORY } from '../directories.ts';

/** The places under data/, for all test files of a process: to read them takes half a second. */
export const gazetteer = openGazetteer(DATA_DIRECTORY);
