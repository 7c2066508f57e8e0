import type { Answer } from './connection.ts';

/** A request, which is sent when you await it or read its response. */
export class ApiRequest<Data> implements PromiseLike<Data> {
  readonly #send: () => Promise<Answer<Data>>;
  #answer: Promise<Answer<Data>> | undefined;

  constructor(send: () => Promise<Answer<Data>>) {
    this.#send = send;
  }

  /** The data with the response's headers and release. */
  withResponse(): Promise<Answer<Data>> {
    this.#answer ??= this.#send();
    return this.#answer;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is awaited like a promise
  then<Fulfilled = Data, Rejected = never>(
    fulfilled?: ((data: Data) => Fulfilled | PromiseLike<Fulfilled>) | null,
    rejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.withResponse()
      .then(({ data }) => data)
      .then(fulfilled, rejected);
  }

  catch<Rejected = never>(
    rejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Data | Rejected> {
    return this.then(undefined, rejected);
  }

  finally(settled?: (() => void) | null): Promise<Data> {
    return this.then().finally(settled);
  }
}

/** A request whose response is also available as text in other formats. */
export class TableRequest<Data, Format extends string> extends ApiRequest<Data> {
  readonly #as: (format: Format) => ApiRequest<string>;

  constructor(send: () => Promise<Answer<Data>>, as: (format: Format) => ApiRequest<string>) {
    super(send);
    this.#as = as;
  }

  /** The same response in another format: `csv`, `ndjson`, `geojson`. */
  as(format: Format): ApiRequest<string> {
    return this.#as(format);
  }
}
