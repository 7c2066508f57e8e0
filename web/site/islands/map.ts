/** Lets people pan and zoom the map of cities, and names the city at the pointer. Without it, the map is a still drawing. */

import { MapDrawing, NEAR, type View } from '../map-drawing.ts';

/** A part of the map's data: a column for each property. */
interface Tile {
  id: string[];
  name: string[];
  country: string[];
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

for (const figure of document.querySelectorAll<HTMLElement>('[data-map]')) moveMap(figure);

function moveMap(figure: HTMLElement): void {
  const frame = figure.querySelector<HTMLElement>('.map-frame');
  const svg = figure.querySelector('svg');
  if (frame === null || svg === null) return;
  const [left = 0, top = 0, fullWidth = 1, fullHeight = 1] = (figure.dataset.world ?? '')
    .split(' ')
    .map(Number);
  const ratio = fullHeight / fullWidth;
  const drawing = new MapDrawing(svg, fullWidth);
  const address = figure.dataset.map ?? '';
  const tiles = new Map<string, Promise<Tile | undefined>>();
  const pointers = new Map<number, Point>();
  const { x: firstX, y: firstY, width: firstWidth } = svg.viewBox.baseVal;
  let view: View = { x: firstX, y: firstY, width: firstWidth };
  let isDrawn = true;
  let travelled = 0;
  let asked = 0;

  const mark = document.createElementNS('http://www.w3.org/2000/svg', 'circle');
  const city = document.createElement('p');
  city.className = 'map-city';
  city.setAttribute('role', 'status');
  city.textContent = 'Point at a city or tap it, or move with the arrow keys and enlarge with + and −.';
  frame.after(city);
  frame.tabIndex = 0;
  frame.setAttribute('role', 'group');
  frame.setAttribute('aria-label', 'Map: arrow keys move, plus and minus enlarge, 0 shows the world');
  frame.append(buttons());

  const KEYS: Record<string, () => void> = {
    ArrowLeft: () => move(-0.15, 0),
    ArrowRight: () => move(0.15, 0),
    ArrowUp: () => move(0, -0.15),
    ArrowDown: () => move(0, 0.15),
    '+': () => zoom(STEP, middle()),
    '=': () => zoom(STEP, middle()),
    '-': () => zoom(1 / STEP, middle()),
    '0': () => show({ x: left, y: top, width: fullWidth }),
  };

  frame.addEventListener('keydown', (event) => {
    if (event.target !== frame || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = KEYS[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
    void nameCity(middle());
  });
  frame.addEventListener(
    'wheel',
    (event) => {
      // Over a map without the focus, the wheel scrolls the page.
      if (!event.ctrlKey && !frame.contains(document.activeElement)) return;
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400)), placeOf(event));
    },
    { passive: false },
  );
  frame.addEventListener('pointerdown', (event) => {
    if (event.target instanceof HTMLButtonElement) return;
    if (pointers.size === 0) travelled = 0;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    frame.setPointerCapture(event.pointerId);
  });
  frame.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    if (before === undefined) {
      if (event.pointerType === 'mouse') void nameCity(placeOf(event));
      return;
    }
    drag(event, before);
  });
  for (const name of ['pointerup', 'pointercancel'] as const)
    frame.addEventListener(name, (event) => {
      const wasDown = pointers.delete(event.pointerId);
      if (wasDown && name === 'pointerup' && travelled < 6) void nameCity(placeOf(event));
    });

  new ResizeObserver(() => drawing.refresh(view)).observe(svg);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => drawing.refresh(view));

  function buttons(): HTMLElement {
    const group = document.createElement('div');
    group.className = 'map-buttons';
    for (const [sign, label, act] of [
      ['+', 'Enlarge', () => zoom(STEP, middle())],
      ['−', 'Reduce', () => zoom(1 / STEP, middle())],
      ['⤢', 'Whole world', () => show({ x: left, y: top, width: fullWidth })],
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
    show({ ...view, x: view.x + right * view.width, y: view.y + down * view.width * ratio });
  }

  /** Zooms by the factor; the place stays where it is on the screen. */
  function zoom(factor: number, { x, y }: Point): void {
    const width = Math.min(fullWidth, Math.max(fullWidth / NEAREST, view.width / factor));
    const change = width / view.width;
    show({ x: x - (x - view.x) * change, y: y - (y - view.y) * change, width });
  }

  function show({ x, y, width }: View): void {
    view = {
      x: Math.min(left + fullWidth - width, Math.max(left, x)),
      y: Math.min(top + fullHeight - width * ratio, Math.max(top, y)),
      width,
    };
    if (isDrawn) requestAnimationFrame(draw);
    isDrawn = false;
  }

  function draw(): void {
    isDrawn = true;
    svg?.setAttribute('viewBox', `${view.x} ${view.y} ${view.width} ${view.width * ratio}`);
    drawing.show(view);
    frame?.classList.toggle('near', fullWidth / view.width >= NEAR);
    mark.setAttribute('r', String(7 * unitsPerPixel()));
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
    return { x: view.x + view.width / 2, y: view.y + (view.width * ratio) / 2 };
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
      city.textContent = 'No city here.';
      return;
    }
    const { tile, index } = found;
    const link = document.createElement('a');
    link.href = address.replace(/explore\.json.*$/, `cities/${tile.id[index]}`);
    link.textContent = `${tile.name[index]}, ${tile.country[index]}`;
    city.replaceChildren(
      link,
      `: ${tile.value[index]?.toFixed(1)} ${figure.dataset.level}, between ${tile.low[index]?.toFixed(1)} and ${tile.high[index]?.toFixed(1)}${evidence(tile.local_share[index] ?? 0)}`,
    );
    mark.setAttribute('cx', String(tile.x[index]));
    mark.setAttribute('cy', String(tile.y[index]));
    mark.setAttribute('r', String(7 * unitsPerPixel()));
    svg?.append(mark);
  }

  /** A price level was measured or not; a score can be measured in part. */
  function evidence(share: number): string {
    if (figure.dataset.scores === undefined) return share > 0 ? '' : ', modelled';
    return share > 0 ? `, ${Math.round(100 * share)} % of it local` : ', national figures alone';
  }

  function tilesAround({ x, y }: Point, reach: number): Promise<Tile | undefined>[] {
    const names = new Set(
      [-reach, reach].flatMap((right) =>
        [-reach, reach].map((down) => `${Math.floor((x + right) / TILE)}-${Math.floor((y + down) / TILE)}`),
      ),
    );
    return [...names].map((name) => {
      const known = tiles.get(name) ?? load(name);
      tiles.set(name, known);
      return known;
    });
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
  for (const tile of tiles)
    for (let index = 0; index < tile.id.length; index++) {
      const far = Math.hypot((tile.x[index] ?? 0) - x, (tile.y[index] ?? 0) - y);
      if (far > least) continue;
      least = far;
      found = { tile, index };
    }
  return found;
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
