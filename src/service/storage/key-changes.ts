import pg from 'pg';

/** The channel of the trigger in the migrations. */
const CHANNEL = 'lds_key_changes';
/** The channel of the heartbeat, by which all processes see that notifications arrive. */
const HEARTBEAT = 'lds_heartbeat';
const CONNECT_MILLISECONDS = 2000;
const RECONNECT_MILLISECONDS = 250;
/** How often we check that notifications arrive. */
const CHECK_MILLISECONDS = 1000;

/**
 * Counts changes of keys by other processes. PostgreSQL notifies us of them on a separate connection.
 *
 * Every notification wakes every process that listens, so one process sends the heartbeat for all: the one that was heard last.
 * If each sent its own, a hundred processes would wake each other ten thousand times a second.
 */
export class KeyChanges {
  readonly #url: string;
  readonly #name: string;
  #client: pg.Client | undefined;
  #checking: NodeJS.Timeout | undefined;
  #reconnecting: NodeJS.Timeout | undefined;
  #stopped = false;
  #notifying = false;
  /** Whether a heartbeat has come since the last check. */
  #heard = true;
  /** Whether this process sends the heartbeat. */
  #beats = true;
  #count = 0;

  /** @param name of this process's connections: notifications of its own changes carry it */
  constructor(url: string, name: string) {
    this.#url = url;
    this.#name = name;
  }

  /** Changes whenever another process may have changed a key. */
  get count(): number {
    return this.#count;
  }

  async listen(): Promise<void> {
    this.#checking = setInterval(() => void this.#check(), CHECK_MILLISECONDS).unref();
    await this.#connect();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#checking);
    clearTimeout(this.#reconnecting);
    this.#client?.connection.stream.destroy();
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: this.#name,
      connectionTimeoutMillis: CONNECT_MILLISECONDS,
      query_timeout: CONNECT_MILLISECONDS,
    });
    this.#client = client;
    client.on('notification', ({ channel, payload }) => {
      if (channel === HEARTBEAT) {
        this.#heard = true;
        this.#beats = payload === this.#name;
      } else if (payload !== this.#name) this.#count++;
    });
    client.on('error', () => {});
    client.on('end', () => {
      // The next read of changes then fails, which shows that the database is out of reach.
      this.#count++;
      this.#reconnect();
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}; LISTEN ${HEARTBEAT}`);
    } catch (error) {
      // Another client takes its place; this one would keep a connection of the database.
      client.connection.stream.destroy();
      throw error;
    }
    // Keys may have changed while nobody listened.
    this.#count++;
    this.#heard = true;
    this.#beats = true;
  }

  /**
   * Sends a heartbeat if this is the process that does, or if none has come. If not even that arrives, because a pooler on the
   * way loses it, keys count as changed.
   */
  async #check(): Promise<void> {
    const client = this.#client;
    if (client === undefined || this.#notifying) return;
    const silent = !this.#heard;
    this.#heard = false;
    if (silent && this.#beats) this.#count++;
    if (!silent && !this.#beats) return;
    this.#beats = true;
    this.#notifying = true;
    try {
      await client.query('SELECT pg_notify($1, $2)', [HEARTBEAT, this.#name]);
    } catch {
      client.connection.stream.destroy();
    } finally {
      this.#notifying = false;
    }
  }

  /** A client that cannot connect may report it twice: by `end`, and by rejecting. */
  #reconnect(): void {
    if (this.#stopped || this.#reconnecting !== undefined) return;
    this.#reconnecting = setTimeout(() => {
      this.#reconnecting = undefined;
      this.#connect().catch(() => this.#reconnect());
    }, RECONNECT_MILLISECONDS).unref();
  }
}
