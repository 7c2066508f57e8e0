import { json, startFaultyService } from './faulty-service.ts';

/** The paths that a program asks for, below `/v1`, in order. Whatever it asks, the answer is an empty list. */
export async function askedPaths(program: (url: string) => Promise<unknown>): Promise<string[]> {
  const faulty = await startFaultyService();
  const paths: string[] = [];
  faulty.react((response, request) => {
    paths.push(decodeURIComponent(new URL(request.url ?? '', faulty.url).pathname.replace('/v1', '')));
    json([])(response, request);
  });
  await program(faulty.url);
  return paths.sort();
}
