/** Grey lines in place of content that is loading. */
export function Skeleton({
  label,
  lines,
  className = 'page',
}: {
  label: string;
  lines: number;
  className?: string;
}) {
  return (
    <div className={`skeleton ${className}`} role="status">
      <span className="hidden">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <span key={line} className="bone" />
      ))}
    </div>
  );
}
