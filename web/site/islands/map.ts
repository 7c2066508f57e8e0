/**
 * Lets people pan and zoom the map of cities, names the city at the pointer, and keeps the view in the address. Without it, the
 * map is a still drawing of the same view.
 */
import { MapDrawing, NEAR, type View } from '../map-drawing.ts';
import { placeOnEarth } from '../place-on-earth.ts';
import { filled, wordsOf } from '../words.ts';

/** A part of the map's data: a column for each property. */
interface Tile {
  id: string[];
  name: string[];
  country: string[];
  /** Null for unknown. */
  population: (number | null)[];
  x: number[];
  y: number[];
  value: number[];
  low: number[];
  high: number[];
  /** How much of the figure was measured in the city or around it, from 0 to 1. */
  local_share: number[];
}

interface Point {
  x: number;
  y: number;
}

/** As in src/site/explorer/map-points.ts. */
const TILE = 500;
const NEAREST = 40;
const STEP = 1.6;
/** The largest distance at which a city is named, in pixels. */
const REACH = 24;
/** A view of at most so many units gets the names of its smaller cities, too. */
const NAMED_WIDTH = 700;
/** A turn of the wheel that began on the page scrolls the page, until it rests for so long. */
const WHEEL_REST_MILLISECONDS = 250;
/** The address follows the view when it rests. */
const ADDRESS_MILLISECONDS = 300;

for (const figure of document.querySelectorAll<HTMLElement>('[data-map]')) moveMap(figure);

function moveMap(figure: HTMLElement): void {
  const frame = figure.querySelector<HTMLElement>('.map-frame');
  const svg = figure.querySelector('svg');
  if (frame === null || svg === null) return;
  const words = wordsOf<
    'hint' | 'keys' | 'enlarge' | 'reduce' | 'world' | 'figure' | 'modelled' | 'local' | 'national' | 'level'
  >(figure);
  const [left = 0, top = 0, fullWidth = 1, fullHeight = 1] = (figure.dataset.world ?? '')
    .split(' ')
    .map(Number);
  const drawing = new MapDrawing(svg, fullWidth);
  const address = figure.dataset.map ?? '';
  const tiles = new Map<string, Promise<Tile | undefined>>();
  const pointers = new Map<number, Point>();
  const first = svg.viewBox.baseVal;
  let view: View = { x: first.x, y: first.y, width: first.width };
  let isDrawn = true;
  let travelled = 0;
  let asked = 0;
  let scrolledAt = Number.NEGATIVE_INFINITY;
  let addressTimer: ReturnType<typeof setTimeout> | undefined;

  const mark = document.createElementNS('http://www.w3.org/2000/svg', 'circle');
  const city = document.createElement('p');
  city.className = 'map-city';
  city.setAttribute('role', 'status');
  city.textContent = words.hint;
  frame.tabIndex = 0;
  frame.setAttribute('role', 'group');
  frame.setAttribute('aria-label', words.keys);
  frame.append(buttons(), city);
  fill();

  const KEYS: Record<string, () => void> = {
    ArrowLeft: () => move(-0.15, 0),
    ArrowRight: () => move(0.15, 0),
    ArrowUp: () => move(0, -0.15),
    ArrowDown: () => move(0, 0.15),
    '+': () => zoom(STEP, middle()),
    '=': () => zoom(STEP, middle()),
    '-': () => zoom(1 / STEP, middle()),
    '0': () => show({ x: left, y: top, width: fullWidth }),
    Enter: () => city.querySelector('a')?.click(),
  };

  frame.addEventListener('keydown', (event) => {
    if (event.target !== frame || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = KEYS[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
    void nameCity(middle());
  });
  addEventListener(
    'wheel',
    (event) => {
      if (!event.composedPath().includes(frame)) scrolledAt = event.timeStamp;
    },
    { passive: true },
  );
  frame.addEventListener(
    'wheel',
    (event) => {
      const isTurning = event.timeStamp - scrolledAt < WHEEL_REST_MILLISECONDS;
      if (!event.ctrlKey && (isTurning || (event.deltaY > 0 && view.width >= fullWidth))) {
        scrolledAt = event.timeStamp;
        return;
      }
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400)), placeOf(event));
    },
    { passive: false },
  );
  frame.addEventListener('pointerdown', (event) => {
    if (event.target !== svg && event.target !== frame) return;
    if (pointers.size === 0) travelled = 0;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    frame.setPointerCapture(event.pointerId);
  });
  frame.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    if (before === undefined) {
      // The pointer may move onto the link of the city that is named.
      if (event.pointerType === 'mouse' && event.target === svg) void nameCity(placeOf(event));
      return;
    }
    drag(event, before);
  });
  for (const name of ['pointerup', 'pointercancel'] as const)
    frame.addEventListener(name, (event) => {
      const wasDown = pointers.delete(event.pointerId);
      if (wasDown && name === 'pointerup' && travelled < 6) void nameCity(placeOf(event));
    });

  new ResizeObserver(() => {
    view = within(view);
    drawing.refresh(view);
    draw();
  }).observe(svg);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => drawing.refresh(view));

  function buttons(): HTMLElement {
    const group = document.createElement('div');
    group.className = 'map-buttons';
    for (const [sign, label, act] of [
      ['+', words.enlarge, () => zoom(STEP, middle())],
      ['−', words.reduce, () => zoom(1 / STEP, middle())],
      ['⤢', words.world, () => show({ x: left, y: top, width: fullWidth })],
    ] as const) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = sign;
      button.setAttribute('aria-label', label);
      button.addEventListener('click', act);
      group.append(button);
    }
    return group;
  }

  /** One pointer pans the map, two zoom it. */
  function drag(event: PointerEvent, before: Point): void {
    const now = { x: event.clientX, y: event.clientY };
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, now);
    travelled += Math.hypot(now.x - before.x, now.y - before.y);
    if (other !== undefined) {
      const [was, is] = [distance(before, other), distance(now, other)];
      const between = { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 };
      if (was > 0) zoom(is / was, placeOf(between));
      return;
    }
    const scale = unitsPerPixel();
    show({ ...view, x: view.x - (now.x - before.x) * scale, y: view.y - (now.y - before.y) * scale });
  }

  function move(right: number, down: number): void {
    show({ ...view, x: view.x + right * view.width, y: view.y + down * view.width * ratio() });
  }

  /** Zooms by the factor; the place stays where it is on the screen. */
  function zoom(factor: number, { x, y }: Point): void {
    const width = Math.min(fullWidth, Math.max(fullWidth / NEAREST, view.width / factor));
    const change = width / view.width;
    show({ x: x - (x - view.x) * change, y: y - (y - view.y) * change, width });
  }

  /** Height of the frame by its width: on phones, the map is higher than the world. */
  function ratio(): number {
    const world = fullHeight / fullWidth;
    const shown = (svg?.clientHeight ?? 0) / (svg?.clientWidth || 1) || world;
    // Sides are whole pixels.
    return Math.abs(shown - world) < 0.01 ? world : shown;
  }

  /** The view of the drawing in a frame of another shape: all of it, except that the world fills the frame. */
  function fill(): void {
    const height = (view.width * fullHeight) / fullWidth;
    const width = view.width >= fullWidth ? Math.min(view.width, height / ratio()) : view.width;
    const { x, y } = { x: view.x + view.width / 2, y: view.y + height / 2 };
    view = within({ x: x - width / 2, y: y - (width * ratio()) / 2, width });
  }

  function within({ x, y, width }: View): View {
    const height = width * ratio();
    const middle = top + (fullHeight - height) / 2;
    return {
      x: Math.min(left + fullWidth - width, Math.max(left, x)),
      y: height > fullHeight ? middle : Math.min(top + fullHeight - height, Math.max(top, y)),
      width,
    };
  }

  function show(wanted: View): void {
    view = within(wanted);
    if (isDrawn) requestAnimationFrame(draw);
    isDrawn = false;
    clearTimeout(addressTimer);
    addressTimer = setTimeout(settle, ADDRESS_MILLISECONDS);
  }

  /** Puts the view into the address, and names more cities where it is near. */
  function settle(): void {
    const { latitude, longitude } = placeOnEarth(middle(), fullWidth);
    const url = new URL(location.href);
    if (view.width >= fullWidth) url.searchParams.delete('at');
    else
      url.searchParams.set(
        'at',
        [latitude.toFixed(2), longitude.toFixed(2), (fullWidth / view.width).toFixed(1)].join(),
      );
    // Commas may stay as they are.
    history.replaceState(null, '', url.href.replaceAll('%2C', ','));
    if (view.width <= NAMED_WIDTH) void nameMore();
  }

  /** The names of the tiles in view join those in the drawing, the largest cities first. */
  async function nameMore(): Promise<void> {
    const loaded = await Promise.all(tilesIn(view.x, view.y, view.width, view.width * ratio()));
    const known = new Set(drawing.names.map(({ text, x, y }) => `${text} ${x} ${y}`));
    const more = loaded.flatMap((tile) =>
      tile === undefined
        ? []
        : tile.name.map((text, index) => ({
            text,
            x: tile.x[index] ?? 0,
            y: tile.y[index] ?? 0,
            people: tile.population[index] ?? 0,
          })),
    );
    const added = more.filter(({ text, x, y }) => !known.has(`${text} ${x} ${y}`));
    if (added.length === 0) return;
    drawing.names.push(...added.sort((one, other) => other.people - one.people));
    drawing.refresh(view);
  }

  function draw(): void {
    isDrawn = true;
    svg?.setAttribute('viewBox', `${view.x} ${view.y} ${view.width} ${view.width * ratio()}`);
    drawing.show(view);
    frame?.classList.toggle('near', fullWidth / view.width >= NEAR);
    mark.setAttribute('r', String(7 * unitsPerPixel()));
    putReadout();
  }

  /** Beside the city that it names, within the frame. */
  function putReadout(): void {
    const isAt = mark.isConnected;
    city.classList.toggle('at', isAt);
    if (!isAt || svg === null) return;
    const scale = 1 / unitsPerPixel();
    const [x, y] = [Number(mark.getAttribute('cx')), Number(mark.getAttribute('cy'))];
    const [right, down] = [(x - view.x) * scale, (y - view.y) * scale];
    const { clientWidth, clientHeight } = svg;
    const [wide, high] = [city.offsetWidth, city.offsetHeight];
    city.style.left = `${Math.max(4, Math.min(clientWidth - wide - 4, right - wide / 2))}px`;
    city.style.top = `${down + 14 + high < clientHeight ? down + 14 : Math.max(4, down - 14 - high)}px`;
  }

  function unitsPerPixel(): number {
    return view.width / (svg?.clientWidth || 1);
  }

  function placeOf({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const box = svg?.getBoundingClientRect();
    const scale = unitsPerPixel();
    return { x: view.x + (clientX - (box?.x ?? 0)) * scale, y: view.y + (clientY - (box?.y ?? 0)) * scale };
  }

  function middle(): Point {
    return { x: view.x + view.width / 2, y: view.y + (view.width * ratio()) / 2 };
  }

  /** Shows the city nearest to the place, if one is within reach. */
  async function nameCity(place: Point): Promise<void> {
    const request = ++asked;
    const reach = REACH * unitsPerPixel();
    const near = await Promise.all(tilesAround(place, reach));
    if (request !== asked) return;
    const found = nearest(
      near.filter((tile) => tile !== undefined),
      place,
      reach,
    );
    if (found === undefined) {
      mark.remove();
      city.textContent = words.hint;
      putReadout();
      return;
    }
    const { tile, index } = found;
    const link = document.createElement('a');
    link.href = address.replace(/explore\.json.*$/, `cities/${tile.id[index]}`);
    link.textContent = `${tile.name[index]}, ${tile.country[index]}`;
    city.replaceChildren(
      link,
      `: ${filled(words.figure, {
        value: tile.value[index]?.toFixed(1) ?? '',
        level: words.level,
        low: tile.low[index]?.toFixed(1) ?? '',
        high: tile.high[index]?.toFixed(1) ?? '',
      })}${evidence(tile.local_share[index] ?? 0)}`,
    );
    mark.setAttribute('cx', String(tile.x[index]));
    mark.setAttribute('cy', String(tile.y[index]));
    mark.setAttribute('r', String(7 * unitsPerPixel()));
    svg?.append(mark);
    putReadout();
  }

  /** A price level was measured or not; a score can be measured in part. */
  function evidence(share: number): string {
    if (figure.dataset.scores === undefined) return share > 0 ? '' : words.modelled;
    return share > 0 ? filled(words.local, { percent: Math.round(100 * share) }) : words.national;
  }

  function tilesAround({ x, y }: Point, reach: number): Promise<Tile | undefined>[] {
    return tilesIn(x - reach, y - reach, 2 * reach, 2 * reach);
  }

  function tilesIn(x: number, y: number, width: number, height: number): Promise<Tile | undefined>[] {
    const [firstColumn, lastColumn, firstRow, lastRow] = [x, x + width, y, y + height].map((side) =>
      Math.floor(side / TILE),
    ) as [number, number, number, number];
    const found: Promise<Tile | undefined>[] = [];
    for (let column = firstColumn; column <= lastColumn; column++)
      for (let row = firstRow; row <= lastRow; row++) {
        const name = `${column}-${row}`;
        const known = tiles.get(name) ?? load(name);
        tiles.set(name, known);
        found.push(known);
      }
    return found;
  }

  async function load(name: string): Promise<Tile | undefined> {
    const response = await fetch(`${address}&tile=${name}`).catch(() => undefined);
    if (response?.ok === true) return (await response.json()) as Tile;
    tiles.delete(name);
    return undefined;
  }
}

function nearest(
  tiles: readonly Tile[],
  { x, y }: Point,
  reach: number,
): { tile: Tile; index: number } | undefined {
  let found: { tile: Tile; index: number } | undefined;
  let least = reach;
  let most = -1;
  for (const tile of tiles)
    for (let index = 0; index < tile.id.length; index++) {
      // Positions are whole units, so a part of a unit says nothing.
      const far = Math.floor(Math.hypot((tile.x[index] ?? 0) - x, (tile.y[index] ?? 0) - y));
      const people = tile.population[index] ?? 0;
      // Of cities as near as each other, the largest.
      if (far > least || (far === least && people <= most)) continue;
      [least, most] = [far, people];
      found = { tile, index };
    }
  return found;
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
