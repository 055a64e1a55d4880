// The engine in its worker: asked by requests, answered by promises; can be stopped in the middle of a search.

// Bytes in base 64, as requests hold them.
export const base64 = (buffer) => {
  const bytes = new Uint8Array(buffer);
  let text = '';
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
};

export class Engine {
  constructor(module, source) {
    this.module = module;
    this.source = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    this.waiting = new Map();
    this.last = 0;
    this.start();
  }

  // Undoes base 64 and deflate.
  static async unpack(packed) {
    const text = atob(packed);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return new Response(stream).arrayBuffer();
  }

  static async compile(packed) {
    return WebAssembly.compile(await Engine.unpack(packed));
  }

  start() {
    this.worker = new Worker(this.source);
    this.worker.onmessage = ({ data }) => {
      const done = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      // A module that stopped in the middle of a request is not asked again.
      if (data.answer?.stopped) this.stop();
      if (done) done(data.answer);
    };
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.stop();
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

// An engine for what takes long, so that the board never waits for it: searches from the positions it is given, one at a time.
export class Thinker {
  constructor(module, source) {
    this.parts = [module, source];
    this.made = null;
    this.text = null;
    this.held = null;
    this.running = 0;
    this.turn = 0;
  }

  // Made when something is first thought about: the board does not wait for it.
  get engine() {
    this.made ??= new Engine(...this.parts);
    return this.made;
  }

  // `solution` is a solution of the game in base 64, if there is one.
  begin(text, solution = null) {
    this.cancel();
    this.text = text;
    this.solution = solution;
    this.held = null;
  }

  // The answer to a request after these moves from a position, the start of the game if null; null if it was cancelled.
  async think(moves, request, from = null) {
    this.cancel();
    this.turn += 1;
    const { turn } = this;
    this.running = turn;
    const steps = [{ do: 'go', moves, from }, request];
    if (this.held !== this.text) {
      if (this.solution) steps.unshift({ do: 'solution', data: this.solution });
      steps.unshift({ do: 'load', text: this.text });
    }
    this.held = this.text;
    let answer = null;
    for (const step of steps) {
      answer = await this.engine.ask(step);
      if (turn !== this.turn) return null;
      if (answer.error) break;
    }
    this.running = 0;
    if (answer.stopped) this.restart();
    return answer;
  }

  restart() {
    this.held = null;
    this.engine.stop();
  }

  cancel() {
    this.turn += 1;
    if (this.running) this.restart();
    this.running = 0;
  }
}
