import { counted } from '../ui/number.ts';

/** Says how far counts may be behind; nothing where one process counts every request. */
export function Behind({ seconds }: { seconds: number }) {
  if (seconds === 0) return null;
  return (
    <p>Several servers count requests. Requests of the last {counted(seconds, 'second')} may be missing.</p>
  );
}
