const HEIGHT = 28;
const BAR = 4;
const STEP = 5;

/** Requests on each of the last days, today last. The number beside it says the sum; only its shape is added here. */
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
        // A day with one request among thousands is still a day with requests.
        const height = value === 0 ? 1 : Math.max(3, (value / most) * HEIGHT);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place
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
