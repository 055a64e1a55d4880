// The engine in a worker: compiled module in, then requests and answers as JSON. A worker compiles the module, too, so that no page waits for that.
'use strict';
let engine = null;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

// The answer to a request; null if it is too long.
const ask = (text) => {
  const bytes = encoder.encode(text);
  const place = engine.request(bytes.length);
  if (place === 0 && bytes.length > 0) return null;
  new Uint8Array(engine.memory.buffer, place, bytes.length).set(bytes);
  const length = engine.ask();
  return JSON.parse(decoder.decode(new Uint8Array(engine.memory.buffer, engine.answer(), length)));
};

// Undoes base 64 and deflate.
const unpack = (packed) => {
  const text = atob(packed);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')));
};

// The module at an address, or as a page carries it.
const compile = async ({ address, packed }) => {
  if (packed !== undefined) return WebAssembly.compile(await unpack(packed).arrayBuffer());
  const response = await fetch(address);
  if (!response.ok) throw new Error(await response.text());
  return WebAssembly.compileStreaming(response);
};

self.onmessage = async ({ data }) => {
  if (data.compile) {
    try {
      self.postMessage({ module: await compile(data.compile) });
    } catch (error) {
      self.postMessage({ failed: error.message });
    }
    return;
  }
  if (data.module) {
    // At once, so that no request comes before the engine is there.
    engine = new WebAssembly.Instance(data.module, {}).exports;
    return;
  }
  try {
    self.postMessage({ id: data.id, answer: ask(data.text) });
  } catch (error) {
    self.postMessage({ id: data.id, failed: error.message });
  }
};
