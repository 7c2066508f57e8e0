import { openGazetteer } from '../../../src/dataset/building/places/gazetteer.ts';
import { DATA_DIRECTORY } from '../directories.ts';

/** The places under data/, shared by all test files of a process, because reading them takes half a second. */
export const gazetteer = openGazetteer(DATA_DIRECTORY);
