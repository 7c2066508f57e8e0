/** Draws the map of cities on a canvas, from the paths of the server's drawing: redrawing 33,000 SVG strokes takes a second. */

export interface View {
  x: number;
  y: number;
  width: number;
}

/** As in src/site/explorer/map-points.ts: how much of the figure was measured in the city or around it. */
const LOCAL_PARTS = ['none', 'some', 'most'] as const;
type LocalPart = (typeof LOCAL_PARTS)[number];

/** A name of a city, from the most important. */
export interface Name {
  text: string;
  x: number;
  y: number;
}

/** Dots of one class, in units of the map. */
interface Layer {
  x: Float32Array;
  y: Float32Array;
  /** The path that has them in the server's drawing: it has their colour. */
  path: SVGPathElement;
  local: LocalPart;
}

/** From this zoom on, dots grow and one finger moves the map instead of the page. */
export const NEAR = 2;
/** The map is redrawn in full after this time without movement; until then, the last frame is moved and scaled. */
const IDLE_MILLISECONDS = 90;
/** A full drawing that is faster than this is made for every frame. */
const QUICK_MILLISECONDS = 10;
/** Diameters of dots in pixels, as in map.css. */
const SIZES: Readonly<Record<'far' | 'near' | 'narrow', Record<LocalPart, number>>> = {
  far: { none: 2.2, some: 2.4, most: 2.8 },
  near: { none: 5, some: 4.5, most: 6.5 },
  narrow: { none: 1.5, some: 1.6, most: 1.9 },
};
const NARROW = 640;
const OPACITY: Readonly<Record<LocalPart, number>> = { none: 0.4, some: 0.75, most: 1 };
/** The most names in a view, and the space around each in pixels. */
const MOST_NAMES = 45;
const AROUND_NAME = 4;
/** The line width of a ring in pixels. Near, dots without local figures are hollow. */
const RING = 1.4;

/** Covers the server's drawing, which stays for its label and for the mark of a city. */
export class MapDrawing {
  readonly #svg: SVGSVGElement;
  readonly #world: number;
  readonly #layers: readonly Layer[];
  /** Land, then borders. */
  readonly #lands: readonly { path: Path2D; element: SVGPathElement }[];
  readonly #nameStyle: SVGGElement | null;
  /** The names to choose from, from the most important. */
  names: Name[];
  readonly #canvas = document.createElement('canvas');
  /** The last full frame, and the part of the map that it shows. */
  readonly #last = document.createElement('canvas');
  /** Dots that are faint as a group, so that overlapping dots do not add up to a full one. */
  readonly #group = document.createElement('canvas');
  #lastView: View | undefined;
  #took = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param world the width of the whole map, in its units */
  constructor(svg: SVGSVGElement, world: number) {
    this.#svg = svg;
    this.#world = world;
    this.#layers = [...svg.querySelectorAll<SVGPathElement>('[class^="level-"]')].map(layerOf);
    this.#lands = [...svg.querySelectorAll<SVGPathElement>('.land path')].map((element) => ({
      path: new Path2D(element.getAttribute('d') ?? ''),
      element,
    }));
    this.#nameStyle = svg.querySelector<SVGGElement>('.names');
    this.names = [...svg.querySelectorAll('.names text')].map((element) => ({
      text: element.textContent ?? '',
      x: Number(element.getAttribute('x')),
      y: Number(element.getAttribute('y')),
    }));
    this.#canvas.setAttribute('aria-hidden', 'true');
    svg.before(this.#canvas);
    svg.classList.add('marks-only');
  }

  /** Shows this part of the map: at once from the last frame where a full drawing would be slow. */
  show(view: View): void {
    clearTimeout(this.#timer);
    if (this.#took <= QUICK_MILLISECONDS || this.#lastView === undefined) this.#drawFully(view);
    else {
      this.#drawScaled(view, this.#lastView);
      this.#timer = setTimeout(() => this.#drawFully(view), IDLE_MILLISECONDS);
    }
  }

  /** Draws again in full: for another size or theme. */
  refresh(view: View): void {
    clearTimeout(this.#timer);
    this.#drawFully(view);
  }

  #drawFully(view: View): void {
    const start = performance.now();
    const { clientWidth, clientHeight } = this.#svg;
    const [width, height] = [clientWidth, clientHeight].map((side) => Math.round(side * devicePixelRatio));
    if (width === undefined || height === undefined || width === 0) return;
    for (const canvas of [this.#canvas, this.#last, this.#group])
      if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const context = this.#last.getContext('2d', { alpha: true });
    const group = this.#group.getContext('2d', { alpha: true });
    if (context === null || group === null) return;
    context.clearRect(0, 0, width, height);
    const frame = { scale: width / view.width, width, height };
    const near = this.#world / view.width >= NEAR;
    const sizes = near ? SIZES.near : clientWidth < NARROW ? SIZES.narrow : SIZES.far;
    this.#drawLand(context, view, frame.scale);
    for (const part of LOCAL_PARTS) {
      const layers = this.#layers.filter(({ local }) => local === part);
      if (layers.length === 0) continue;
      group.clearRect(0, 0, width, height);
      const size = sizes[part] * devicePixelRatio;
      const hollow = near && part === 'none';
      for (const layer of layers) {
        group.fillStyle = group.strokeStyle = getComputedStyle(layer.path).stroke;
        group.lineWidth = RING * devicePixelRatio;
        drawLayer(group, layer, view, { ...frame, size, round: near, hollow });
      }
      context.globalAlpha = near && part === 'none' ? 1 : OPACITY[part];
      context.drawImage(this.#group, 0, 0);
      context.globalAlpha = 1;
    }
    this.#drawNames(context, view, frame);
    this.#copy();
    this.#lastView = view;
    this.#took = performance.now() - start;
    this.#svg.dataset.drawn = this.#took.toFixed(1);
  }

  #drawLand(context: CanvasRenderingContext2D, view: View, scale: number): void {
    context.save();
    context.setTransform(scale, 0, 0, scale, -view.x * scale, -view.y * scale);
    context.lineWidth = devicePixelRatio / scale;
    for (const { path, element } of this.#lands) {
      const { fill, stroke } = getComputedStyle(element);
      context.strokeStyle = stroke;
      if (fill !== 'none') {
        context.fillStyle = fill;
        context.fill(path);
      }
      context.stroke(path);
    }
    context.restore();
  }

  /** The names that fit beside their cities without overlapping a more important one. */
  #drawNames(
    context: CanvasRenderingContext2D,
    view: View,
    { scale, width, height }: Pick<Frame, 'scale' | 'width' | 'height'>,
  ): void {
    if (this.#nameStyle === null) return;
    const { fill, stroke, fontFamily } = getComputedStyle(this.#nameStyle);
    const size = 12.5 * devicePixelRatio;
    const gap = AROUND_NAME * devicePixelRatio;
    context.font = `${size}px ${fontFamily}`;
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.lineWidth = 3 * devicePixelRatio;
    context.fillStyle = fill;
    context.strokeStyle = stroke;
    const placed: { left: number; right: number; top: number; bottom: number }[] = [];
    for (const { text, x, y } of this.names) {
      const [left, middle] = [(x - view.x) * scale + 1.5 * gap, (y - view.y) * scale];
      if (left < 0 || left > width || middle < size || middle > height - size) continue;
      const right = left + context.measureText(text).width + gap;
      const box = { left: left - 2 * gap, right, top: middle - 0.7 * size, bottom: middle + 0.7 * size };
      if (right > width) continue;
      if (
        placed.some(
          (other) =>
            box.left < other.right && other.left < right && box.top < other.bottom && other.top < box.bottom,
        )
      )
        continue;
      placed.push(box);
      context.strokeText(text, left, middle);
      context.fillText(text, left, middle);
      if (placed.length === MOST_NAMES) return;
    }
  }

  #copy(): void {
    const context = this.#canvas.getContext('2d');
    context?.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    context?.drawImage(this.#last, 0, 0);
  }

  #drawScaled(view: View, last: View): void {
    const context = this.#canvas.getContext('2d');
    const { width, height } = this.#canvas;
    const scale = width / view.width;
    const size = last.width / view.width;
    context?.clearRect(0, 0, width, height);
    context?.drawImage(
      this.#last,
      (last.x - view.x) * scale,
      (last.y - view.y) * scale,
      width * size,
      height * size,
    );
  }
}

interface Frame {
  /** Pixels per unit of the map. */
  scale: number;
  width: number;
  height: number;
  /** Of a dot, in pixels. */
  size: number;
  /** Small squares look like dots and are drawn faster. */
  round: boolean;
  /** Rings in place of dots. */
  hollow: boolean;
}

/** The dots of a layer that the view shows. Neighbours in the data are neighbours on the map, so one for each pixel is enough. */
function drawLayer(
  context: CanvasRenderingContext2D,
  { x, y }: Layer,
  view: View,
  { scale, width, height, size, round, hollow }: Frame,
): void {
  context.beginPath();
  const radius = (hollow ? size - context.lineWidth : size) / 2;
  let [lastX, lastY] = [Number.NaN, Number.NaN];
  for (let index = 0; index < x.length; index++) {
    const [left, top] = [((x[index] ?? 0) - view.x) * scale, ((y[index] ?? 0) - view.y) * scale];
    if (left < -size || top < -size || left > width + size || top > height + size) continue;
    if (Math.abs(left - lastX) < 1 && Math.abs(top - lastY) < 1) continue;
    [lastX, lastY] = [left, top];
    if (round) {
      context.moveTo(left + radius, top);
      context.arc(left, top, radius, 0, 2 * Math.PI);
    } else context.fillRect(left - radius, top - radius, size, size);
  }
  if (hollow) context.stroke();
  else if (round) context.fill();
}

/** The dots of a path such as `M12 34h0m5-6h0`. */
function layerOf(path: SVGPathElement): Layer {
  const steps = [...(path.getAttribute('d') ?? '').matchAll(/m(-?\d+) ?(-?\d+)h0/gi)];
  const [x, y] = [new Float32Array(steps.length), new Float32Array(steps.length)];
  let [right, down] = [0, 0];
  for (const [index, [, stepRight, stepDown]] of steps.entries()) {
    right += Number(stepRight);
    down += Number(stepDown);
    x[index] = right;
    y[index] = down;
  }
  return {
    x,
    y,
    path,
    local: LOCAL_PARTS.find((part) => path.parentElement?.classList.contains(`local-${part}`)) ?? 'none',
  };
}
