// The engine's WebAssembly module (bindings/wasm): text in, text out, events on the way. Runs in a worker, and in tests.

/** The functions that the module needs from its host. */
export interface ModuleHost {
  /** An event of the running call, as JSON; true stops the call. */
  event(json: string): boolean;
  /** Pattern databases kept from earlier, and those built now. */
  tables: {
    find(name: string): Uint8Array | undefined;
    keep(name: string, bytes: Uint8Array): void;
  };
}

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  tessera_allocate(bytes: number): number;
  tessera_release(address: number): void;
  tessera_call(name: number, nameLength: number, request: number, requestLength: number): number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const noSuchFile = 8; // WASI's EBADF: the module has no files, and nothing to say on stdout
const success = 0;

export class EngineModule {
  readonly #host: ModuleHost;
  readonly #exports: Exports;

  constructor(module: WebAssembly.Module, host: ModuleHost) {
    this.#host = host;
    const instance = new WebAssembly.Instance(module, this.#imports());
    this.#exports = instance.exports as unknown as Exports;
    this.#exports._initialize();
  }

  /** The reply to a call of docs/api.md, as JSON. Throws only where the module itself fails: out of memory. */
  call(name: string, request: string): string {
    const nameBytes = this.#write(encoder.encode(name));
    const requestBytes = this.#write(encoder.encode(request));
    const reply = this.#exports.tessera_call(
      nameBytes.address,
      nameBytes.length,
      requestBytes.address,
      requestBytes.length,
    );
    const length = this.#view().getUint32(reply, true);
    const text = this.#text(reply + 4, length);
    for (const address of [nameBytes.address, requestBytes.address, reply]) this.#exports.tessera_release(address);
    return text;
  }

  /** How much memory the module has taken from the system so far. */
  get bytes(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  #view(): DataView {
    return new DataView(this.#exports.memory.buffer);
  }

  #text(address: number, length: number): string {
    return decoder.decode(new Uint8Array(this.#exports.memory.buffer, address >>> 0, length));
  }

  #write(bytes: Uint8Array): { address: number; length: number } {
    const address = this.#exports.tessera_allocate(bytes.length) >>> 0;
    new Uint8Array(this.#exports.memory.buffer, address, bytes.length).set(bytes);
    return { address, length: bytes.length };
  }

  #imports(): WebAssembly.Imports {
    return {
      tessera: {
        event: (address: number, length: number) => (this.#host.event(this.#text(address, length)) ? 1 : 0),
        table_bytes: (name: number, length: number) =>
          this.#host.tables.find(this.#text(name, length))?.byteLength ?? 0,
        read_table: (name: number, length: number, to: number) => {
          const bytes = this.#host.tables.find(this.#text(name, length));
          if (bytes) new Uint8Array(this.#exports.memory.buffer, to >>> 0, bytes.byteLength).set(bytes);
        },
        keep_table: (name: number, length: number, from: number, bytes: number) => {
          const copy = new Uint8Array(this.#exports.memory.buffer, from >>> 0, bytes).slice();
          this.#host.tables.keep(this.#text(name, length), copy);
        },
      },
      wasi_snapshot_preview1: {
        clock_time_get: (_clock: number, _precision: bigint, to: number) => {
          this.#view().setBigUint64(to, BigInt(Math.round(performance.now() * 1e6)), true);
          return success;
        },
        clock_res_get: (_clock: number, to: number) => {
          this.#view().setBigUint64(to, 1000n, true);
          return success;
        },
        environ_sizes_get: (count: number, bytes: number) => {
          this.#view().setUint32(count, 0, true);
          this.#view().setUint32(bytes, 0, true);
          return success;
        },
        environ_get: () => success,
        fd_close: () => noSuchFile,
        fd_seek: () => noSuchFile,
        fd_fdstat_get: () => noSuchFile,
        fd_write: () => noSuchFile,
        proc_exit: (code: number) => {
          throw new Error(`the engine ended with code ${code}`);
        },
      },
    };
  }
}
