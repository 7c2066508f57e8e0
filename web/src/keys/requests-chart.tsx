const HEIGHT = 28;
const BAR = 4;
const STEP = 5;

/** Requests on each of the last days, today last. Hidden from screen readers, which read the sum beside it. */
export function RequestsChart({ requests }: { requests: readonly number[] }) {
  const most = Math.max(1, ...requests);
  return (
    <svg
      className="requests-chart"
      viewBox={`0 0 ${requests.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {requests.map((value, day) => {
        // One request is still visible beside a day with thousands.
        const height = value === 0 ? 1 : Math.max(3, (value / most) * HEIGHT);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a day is identified by its position
            key={day}
            className={value === 0 ? 'none' : ''}
            x={day * STEP}
            y={HEIGHT - height}
            width={BAR}
            height={height}
          />
        );
      })}
    </svg>
  );
}
