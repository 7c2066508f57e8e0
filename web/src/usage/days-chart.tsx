import { scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Usage } from '../../../src/dashboard/interface.ts';
import { count } from '../ui/number.ts';
import { dayName, OUTCOMES, sumOf, totalOf } from './outcomes.ts';

type Days = Usage['days'];

const HEIGHT = 260;
const MARGIN = { top: 12, right: 0, bottom: 26, left: 44 };

/**
 * Stacked bars per day. The legend also shows numbers: the sums of the period, or those of the day that the pointer or the
 * arrow keys are on.
 */
export function DaysChart({ days }: { days: Days }) {
  const [pointed, setPointed] = useState<number>();
  const day = pointed === undefined ? undefined : days[pointed];

  function onKeyDown(event: KeyboardEvent) {
    const from = pointed ?? days.length;
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: days.length - 1 }[event.key];
    if (event.key === 'Escape') setPointed(undefined);
    if (to === undefined) return;
    event.preventDefault();
    setPointed(Math.min(days.length - 1, Math.max(0, to)));
  }

  return (
    <figure className="days-chart">
      <Readout days={days} day={day} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div
        className="plot"
        role="group"
        aria-label="Chart of requests per day. Use the arrow keys to read one day at a time; the table lists all days."
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the chart day by day
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => setPointed(undefined)}
        onPointerLeave={() => setPointed(undefined)}
      >
        <Bars days={days} pointed={pointed} point={setPointed} />
      </div>
    </figure>
  );
}

function Readout({ days, day }: { days: Days; day: Days[number] | undefined }) {
  const shown = day ?? sumOf(days);
  return (
    <figcaption aria-live="polite">
      <p>
        <b>{count(totalOf(shown))}</b>{' '}
        <span>
          {totalOf(shown) === 1 ? 'request' : 'requests'}{' '}
          {day === undefined ? `in ${days.length} days` : `on ${dayName(day.day, 'long')}`}
        </span>
      </p>
      <ul>
        {OUTCOMES.map(({ id, name, className }) => (
          <li key={id} className={shown[id] === 0 ? 'zero' : ''}>
            <i className={`swatch ${className}`} aria-hidden="true" />
            {name} <b>{count(shown[id])}</b>
          </li>
        ))}
      </ul>
    </figcaption>
  );
}

interface BarsProps {
  days: Days;
  pointed: number | undefined;
  point: (index: number) => void;
}

function Bars({ days, pointed, point }: BarsProps) {
  const frame = useRef<SVGSVGElement>(null);
  const width = useWidth(frame);
  const x = scaleBand<number>()
    .domain(days.map((_, index) => index))
    .range([MARGIN.left, width - MARGIN.right])
    .paddingInner(days.length > 40 ? 0.2 : 0.3);
  const y = scaleLinear()
    .domain([0, Math.max(4, ...days.map(totalOf))])
    .nice(4)
    .range([HEIGHT - MARGIN.bottom, MARGIN.top]);
  const layers = stack<Days[number]>().keys(OUTCOMES.map(({ id }) => id))(days);

  return (
    <svg ref={frame} height={HEIGHT} aria-hidden="true">
      {y.ticks(4).map((tick) => (
        <g key={tick} className="tick">
          <line x1={MARGIN.left} x2={width} y1={y(tick)} y2={y(tick)} />
          <text x={MARGIN.left - 10} y={y(tick)} dy="0.32em" textAnchor="end">
            {shortCount(tick)}
          </text>
        </g>
      ))}
      {pointed !== undefined && (
        <rect
          className="pointed"
          x={(x(pointed) ?? 0) - (x.step() - x.bandwidth()) / 2}
          y={MARGIN.top}
          width={x.step()}
          height={HEIGHT - MARGIN.bottom - MARGIN.top}
        />
      )}
      {layers.map((layer, index) => (
        <g key={layer.key} className={OUTCOMES[index]?.className}>
          {layer.map(([low, high], day) =>
            high === low ? null : (
              <rect
                key={days[day]?.day}
                x={x(day)}
                y={y(high)}
                width={x.bandwidth()}
                height={Math.max(1, y(low) - y(high))}
              />
            ),
          )}
        </g>
      ))}
      {labelledDays(days, width).map((index) => (
        <text
          key={index}
          x={(x(index) ?? 0) + x.bandwidth() / 2}
          y={HEIGHT - 6}
          textAnchor={index === days.length - 1 ? 'end' : 'middle'}
          dx={index === days.length - 1 ? x.bandwidth() / 2 : 0}
        >
          {dayName(days[index]?.day ?? '', 'short')}
        </text>
      ))}
      {days.map(({ day }, index) => (
        <rect
          key={day}
          className="target"
          x={(x(index) ?? 0) - (x.step() - x.bandwidth()) / 2}
          y={0}
          width={x.step()}
          height={HEIGHT}
          onPointerEnter={() => point(index)}
          onPointerDown={() => point(index)}
        />
      ))}
    </svg>
  );
}

/** As many labels as there is room for, evenly spaced, the last one today. */
function labelledDays(days: Days, width: number): number[] {
  const every = Math.max(1, Math.ceil((days.length * 64) / Math.max(1, width - MARGIN.left)));
  return days.map((_, index) => index).filter((index) => (days.length - 1 - index) % every === 0);
}

function shortCount(value: number): string {
  return new Intl.NumberFormat('en', { notation: 'compact' }).format(value);
}

/** Width in pixels, so that the text of the chart is not stretched. */
function useWidth(element: React.RefObject<Element | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
