import { memo } from '../../engine/memo.ts';
import { HelperThread, NoAnswer } from '../../process/helper-thread.ts';
import { Overloaded } from '../../service/http/overload.ts';
import { FairQueue } from '../../service/limits/fair-queue.ts';

export interface CardPainterParts {
  /** What the thread runs. It must answer each drawing with a PNG. */
  script?: URL;
  /** A drawing takes 50 ms. A thread that takes this long is stuck. */
  timeoutMilliseconds?: number;
  /** The thread takes 90 MB, so it ends when it is idle. */
  idleMilliseconds?: number;
}

interface Painting {
  drawing: string;
  resolve(picture: Buffer): void;
  reject(error: unknown): void;
}

/** The last of these waits about two seconds. */
const WAITING = 30;

/**
 * Renders drawings as PNG in a worker thread, one at a time, because a picture takes as long as hundreds of responses. The thread
 * starts with the first drawing and ends when it is idle. Clients take turns.
 */
export class CardPainter {
  readonly #thread: HelperThread<string, Uint8Array>;
  readonly #waiting = new FairQueue<Painting>();
  /** By drawing, so that a drawing is rendered once for all who wait for it. */
  readonly #underWay = new Map<string, Promise<Buffer>>();
  #isPainting = false;

  constructor({
    script = new URL('card-thread.ts', import.meta.url),
    timeoutMilliseconds = 20_000,
    idleMilliseconds = 60_000,
  }: CardPainterParts = {}) {
    this.#thread = new HelperThread({ script, timeoutMilliseconds, idleMilliseconds });
  }

  /** Whether there is a thread, which takes memory. */
  get isRunning(): boolean {
    return this.#thread.isRunning;
  }

  /**
   * A PNG of the drawing.
   *
   * @param holder the client
   * @throws Overloaded when too many drawings wait, or when the thread does not answer and is replaced
   */
  paint(drawing: string, holder: string): Promise<Buffer> {
    return memo(this.#underWay, drawing, () =>
      this.#enqueue(drawing, holder).finally(() => this.#underWay.delete(drawing)),
    );
  }

  stop(): void {
    this.#thread.stop();
  }

  #enqueue(drawing: string, holder: string): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(holder, { drawing, resolve, reject });
      // The client with the most drawings loses one.
      if (this.#waiting.length > WAITING) this.#waiting.takeFromLongest()?.reject(new Overloaded());
      if (!this.#isPainting) void this.#paintWaiting();
    });
  }

  async #paintWaiting(): Promise<void> {
    this.#isPainting = true;
    for (let task = this.#next(); task !== undefined; task = this.#next()) await this.#paintOne(task);
    this.#isPainting = false;
  }

  #next(): Painting | undefined {
    let next: Painting | undefined;
    this.#waiting.serveNext((task) => {
      next = task;
      return 1;
    });
    return next;
  }

  async #paintOne({ drawing, resolve, reject }: Painting): Promise<void> {
    try {
      const { buffer, byteOffset, byteLength } = await this.#thread.ask(drawing);
      resolve(Buffer.from(buffer, byteOffset, byteLength));
    } catch (error) {
      reject(error instanceof NoAnswer ? new Overloaded() : error);
    }
  }
}
