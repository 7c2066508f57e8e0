import pg from 'pg';

/** The channel of the trigger in the migrations. */
const CHANNEL = 'lds_key_changes';
const CONNECT_MILLISECONDS = 2000;
const RECONNECT_MILLISECONDS = 250;
/** How often we check that notifications arrive. */
const CHECK_MILLISECONDS = 1000;

/** Counts changes of keys by other processes. PostgreSQL notifies us of them on a separate connection. */
export class KeyChanges {
  readonly #url: string;
  readonly #name: string;
  #client: pg.Client | undefined;
  #checking: NodeJS.Timeout | undefined;
  #reconnecting: NodeJS.Timeout | undefined;
  #stopped = false;
  #notifying = false;
  #heardOurselves = true;
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
      if (channel === this.#name) this.#heardOurselves = true;
      else if (payload !== this.#name) this.#count++;
    });
    client.on('error', () => {});
    client.on('end', () => {
      // The next read of changes then fails, which shows that the database is out of reach.
      this.#count++;
      this.#reconnect();
    });
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}; LISTEN ${client.escapeIdentifier(this.#name)}`);
    // Keys may have changed while nobody listened.
    this.#count++;
    this.#heardOurselves = true;
  }

  /**
   * Notifies itself on a channel of its own. If that does not arrive, because a pooler on the way loses it, keys count as
   * changed.
   */
  async #check(): Promise<void> {
    const client = this.#client;
    if (client === undefined || this.#notifying) return;
    if (!this.#heardOurselves) this.#count++;
    this.#heardOurselves = false;
    this.#notifying = true;
    try {
      await client.query(`SELECT pg_notify($1, '')`, [this.#name]);
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
