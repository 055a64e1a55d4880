// The engine in a worker: compiled module in, then requests and answers as JSON.
'use strict';
let engine = null;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

const ask = (text) => {
  const bytes = encoder.encode(text);
  const place = engine.request(bytes.length);
  if (place === 0 && bytes.length > 0) return { error: 'the request is too long' };
  new Uint8Array(engine.memory.buffer, place, bytes.length).set(bytes);
  const length = engine.ask();
  return JSON.parse(decoder.decode(new Uint8Array(engine.memory.buffer, engine.answer(), length)));
};

self.onmessage = async ({ data }) => {
  if (data.module) {
    engine = (await WebAssembly.instantiate(data.module, {})).exports;
    self.postMessage({ ready: true });
    return;
  }
  try {
    self.postMessage({ id: data.id, answer: ask(data.text) });
  } catch (error) {
    self.postMessage({ id: data.id, answer: { error: `The engine stopped: ${error.message}`, stopped: true } });
  }
};
