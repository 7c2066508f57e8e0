// Replaces the files of DATA with those of A and B in turn, until it is killed: `node replace-program.ts DATA A B`.
import {
  changesBetween,
  fingerprint,
  replaceData,
} from '../../../src/dataset/reading/refresh/replacement.ts';

const [dataDirectory = '', ...drafts] = process.argv.slice(2);
for (let turn = 0; ; turn++) {
  const draft = drafts[turn % drafts.length] ?? '';
  replaceData(dataDirectory, draft, changesBetween(fingerprint(dataDirectory), fingerprint(draft)));
  process.stdout.write('.');
}
