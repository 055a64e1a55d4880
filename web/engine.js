// The engine in its worker: asked by requests, answered by promises; can be stopped in the middle of a search.
import { texts } from './texts.js';

// Bytes in base 64, as requests hold them.
export const base64 = (buffer) => {
  const bytes = new Uint8Array(buffer);
  let text = '';
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
};

// What a worker sends as an answer: why there is none, where there is none.
const answered = ({ answer, failed }) => {
  if (failed !== undefined) return { error: texts.engine.broken(failed), stopped: true };
  return answer ?? { error: texts.engine.tooLong };
};

export class Engine {
  // The compiled module may be on its way; `worker` is the address of the worker's script.
  constructor(module, worker) {
    this.module = Promise.resolve(module);
    this.source = worker;
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

  // The module at an address, or as a page carries it: `{ address }` or `{ packed }`. Compiled in a worker, so that the page goes on meanwhile.
  static compile(from, worker) {
    return new Promise((resolve, reject) => {
      const compiler = new Worker(worker);
      const ended = (done, value) => {
        compiler.terminate();
        done(value);
      };
      compiler.onmessage = ({ data }) => (data.module ? ended(resolve, data.module) : ended(reject, new Error(data.failed)));
      compiler.onerror = (event) => {
        event.preventDefault();
        ended(reject, new Error(event.message || texts.engine.unstarted));
      };
      compiler.postMessage({ compile: from });
    });
  }

  start() {
    const worker = new Worker(this.source);
    this.worker = worker;
    // What is asked before the module is there waits for it; where it never comes, that is the answer.
    this.begun = this.module.then((module) => worker.postMessage({ module }));
    this.begun.catch(() => {});
    this.worker.onmessage = ({ data }) => {
      const done = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      // A module that stopped in the middle of a request is not asked again.
      if (data.failed !== undefined) this.stop();
      if (done) done(answered(data));
    };
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.stop();
    };
  }

  ask(request) {
    this.last += 1;
    const id = this.last;
    const { worker } = this;
    const text = JSON.stringify(request);
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.begun.then(() => worker.postMessage({ id, text }), (error) => {
        this.waiting.delete(id);
        resolve({ error: error.message });
      });
    });
  }

  // Ends whatever is going on; the next request must be `load`. What was asked is answered with `stopped`.
  stop() {
    this.worker.terminate();
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    this.start();
    for (const done of waiting) done({ error: texts.engine.stopped, stopped: true });
  }
}

// An engine for what takes long, so that the board never waits for it: searches from the positions it is given, one at a time.
export class Thinker {
  constructor(module, worker) {
    this.parts = [module, worker];
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

  begin(text) {
    this.cancel();
    this.text = text;
    this.learn(null);
  }

  // A solution of the game in base 64, by which it thinks from the next time on; null if there is none.
  learn(solution) {
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
