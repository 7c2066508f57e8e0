import { test } from 'node:test';
import { holdsUpNobody } from '../../support/event-loop.ts';
import { generousService } from '../../support/service.ts';

const service = await generousService();
const { token } = await service.key();

// In a process of its own: where many tests share one, collecting their garbage takes longer than any piece of a list.
test('a long list blocks no other request while it is written, in any format and encoding', async () => {
  const headers = (coding: string) => ({ headers: { 'Accept-Encoding': coding } });
  let floor = 0;
  // Each time another list, which was not rendered before.
  const fresh = () => `min_population=${++floor}`;
  for (const coding of ['identity', 'gzip', 'br'])
    await holdsUpNobody(`all cities, ${coding}`, () =>
      service.get(`/cities?${fresh()}`, token, headers(coding)),
    );
  for (const format of ['csv', 'ndjson', 'geojson'])
    await holdsUpNobody(format, () => service.get(`/cities?${fresh()}&format=${format}`, token));
  await holdsUpNobody('with figures', () =>
    service.get(`/cities?${fresh()}&sort=-quality,cost,name&include=housing,safety`, token),
  );
});
