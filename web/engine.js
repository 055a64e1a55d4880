// The engine in its worker: asked by requests, answered by promises; can be stopped in the middle of a search.

export class Engine {
  constructor(module, source) {
    this.module = module;
    this.source = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    this.waiting = new Map();
    this.last = 0;
    this.start();
  }

  // Undoes base 64 and deflate, and compiles.
  static async open(packed, source) {
    const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
    return new Engine(module, source);
  }

  start() {
    this.worker = new Worker(this.source);
    this.worker.onmessage = ({ data }) => {
      const done = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (done) done(data.answer);
    };
    this.worker.postMessage({ module: this.module });
  }

  ask(request) {
    this.last += 1;
    const id = this.last;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.worker.postMessage({ id, text: JSON.stringify(request) });
    });
  }

  // Ends whatever is going on; the next request must be `load`. What was asked is answered with `stopped`.
  stop() {
    this.worker.terminate();
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    this.start();
    for (const done of waiting) done({ error: 'stopped', stopped: true });
  }
}
