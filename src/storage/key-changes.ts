import pg from 'pg';

/** The channel of the trigger in the migrations. */
const CHANNEL = 'lds_key_changes';
const CONNECT_MILLISECONDS = 2000;
const RECONNECT_MILLISECONDS = 250;
/** How often it is made sure that notifications arrive. */
const LOOK_MILLISECONDS = 1000;

/** Counts what others changed about keys, as PostgreSQL notifies us of it, on a connection of its own. */
export class KeyChanges {
  readonly #url: string;
  readonly #name: string;
  #client: pg.Client | undefined;
  #looking: NodeJS.Timeout | undefined;
  #reconnecting: NodeJS.Timeout | undefined;
  #stopped = false;
  #asking = false;
  #heardOurselves = true;
  #count = 0;

  /** @param name of our own connections: notifications of changes made on them carry it */
  constructor(url: string, name: string) {
    this.#url = url;
    this.#name = name;
  }

  /** Another number whenever others may have changed something. */
  get count(): number {
    return this.#count;
  }

  async listen(): Promise<void> {
    this.#looking = setInterval(() => void this.#look(), LOOK_MILLISECONDS).unref();
    await this.#connect();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#looking);
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
      if (channel === this.#name) this.#heardOurselves = true;
      else if (payload !== this.#name) this.#count++;
    });
    client.on('error', () => {});
    client.on('end', () => {
      // Whoever takes up changes finds out that there is no server.
      this.#count++;
      this.#reconnect();
    });
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}; LISTEN ${client.escapeIdentifier(this.#name)}`);
    // Whatever happened while nobody listened.
    this.#count++;
    this.#heardOurselves = true;
  }

  /**
   * Notifies itself, on a channel of its own. Who does not hear that, because a pooler on the way loses it, takes it that
   * something has changed.
   */
  async #look(): Promise<void> {
    const client = this.#client;
    if (client === undefined || this.#asking) return;
    if (!this.#heardOurselves) this.#count++;
    this.#heardOurselves = false;
    this.#asking = true;
    try {
      await client.query(`SELECT pg_notify($1, '')`, [this.#name]);
    } catch {
      client.connection.stream.destroy();
    } finally {
      this.#asking = false;
    }
  }

  /** Of a client whose connecting fails we may hear twice, by `end` and by its rejecting. */
  #reconnect(): void {
    if (this.#stopped || this.#reconnecting !== undefined) return;
    this.#reconnecting = setTimeout(() => {
      this.#reconnecting = undefined;
      this.#connect().catch(() => this.#reconnect());
    }, RECONNECT_MILLISECONDS).unref();
  }
}
