/** Draws the map of cities on a canvas, from the paths of the server's drawing: redrawing 33,000 strokes of an SVG takes a second. */

export interface View {
  x: number;
  y: number;
  width: number;
}

/** Dots of one class, in units of the map. */
interface Layer {
  x: Float32Array;
  y: Float32Array;
  /** The path that has them in the server's drawing: it has their colour. */
  path: SVGPathElement;
  measured: boolean;
}

/** Enlarged so much, dots grow and one finger moves the map rather than the page. */
export const NEAR = 2;
/** Drawn again in full once nobody has moved the map for so long; until then the last frame is moved and scaled. */
const IDLE_MILLISECONDS = 90;
/** A full drawing that is faster than this is made for every frame. */
const QUICK_MILLISECONDS = 10;
/** Diameters of dots in pixels: of measured and modelled ones, far and near. */
const SIZES = { far: [2.6, 2.6], near: [6, 4], narrow: [1.7, 1.7] } as const;
const NARROW = 640;
const FAINT = 0.5;

/** In place of the server's drawing, which stays for its title and for the mark of a city. */
export class MapDrawing {
  readonly #svg: SVGSVGElement;
  readonly #world: number;
  readonly #layers: readonly Layer[];
  readonly #land: { path: Path2D; element: SVGPathElement } | undefined;
  readonly #canvas = document.createElement('canvas');
  /** The last full frame, and what it shows. */
  readonly #last = document.createElement('canvas');
  #lastView: View | undefined;
  #took = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param world the width of the whole map, in its units */
  constructor(svg: SVGSVGElement, world: number) {
    this.#svg = svg;
    this.#world = world;
    this.#layers = [...svg.querySelectorAll<SVGPathElement>('[class^="level-"]')].map(layerOf);
    const land = svg.querySelector<SVGPathElement>('.land path');
    if (land !== null) this.#land = { path: new Path2D(land.getAttribute('d') ?? ''), element: land };
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
    for (const canvas of [this.#canvas, this.#last])
      if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const context = this.#last.getContext('2d', { alpha: true });
    if (context === null) return;
    context.clearRect(0, 0, width, height);
    const frame = { scale: width / view.width, width, height };
    const near = this.#world / view.width >= NEAR;
    const sizes = near ? SIZES.near : clientWidth < NARROW ? SIZES.narrow : SIZES.far;
    const drawDots = (measured: boolean) => {
      const size = sizes[measured ? 0 : 1] * devicePixelRatio;
      for (const layer of this.#layers.filter((each) => each.measured === measured)) {
        context.fillStyle = getComputedStyle(layer.path).stroke;
        drawLayer(context, layer, view, { ...frame, size, round: near });
      }
    };
    // Modelled dots are faint together, so that those upon each other do not add up to a measured one.
    drawDots(false);
    context.globalCompositeOperation = 'destination-in';
    context.fillStyle = `rgb(0 0 0 / ${FAINT})`;
    context.fillRect(0, 0, width, height);
    context.globalCompositeOperation = 'destination-over';
    this.#drawLand(context, view, frame.scale);
    context.globalCompositeOperation = 'source-over';
    drawDots(true);
    this.#copy();
    this.#lastView = view;
    this.#took = performance.now() - start;
    this.#svg.dataset.drawn = this.#took.toFixed(1);
  }

  #drawLand(context: CanvasRenderingContext2D, view: View, scale: number): void {
    if (this.#land === undefined) return;
    const { fill, stroke } = getComputedStyle(this.#land.element);
    context.save();
    context.setTransform(scale, 0, 0, scale, -view.x * scale, -view.y * scale);
    context.fillStyle = fill;
    context.strokeStyle = stroke;
    context.lineWidth = devicePixelRatio / scale;
    // Everything is drawn below what is there, so the line comes first.
    context.stroke(this.#land.path);
    context.fill(this.#land.path);
    context.restore();
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
  /** Pixels of a unit of the map. */
  scale: number;
  width: number;
  height: number;
  /** Of a dot, in pixels. */
  size: number;
  /** Small squares look like dots and are drawn faster. */
  round: boolean;
}

/** The dots of a layer that the view shows. Neighbours in the data are neighbours on the map, so one for each pixel is enough. */
function drawLayer(
  context: CanvasRenderingContext2D,
  { x, y }: Layer,
  view: View,
  { scale, width, height, size, round }: Frame,
): void {
  context.beginPath();
  const radius = size / 2;
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
  if (round) context.fill();
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
  return { x, y, path, measured: path.parentElement?.classList.contains('measured') === true };
}
