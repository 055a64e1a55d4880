// Rules and moves in the fragment of an address: deflated, in base 64 as addresses have it.

const base64 = (bytes) => btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

const through = async (bytes, transform) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer());

export const packed = async (text, moves) => base64(await through(new TextEncoder().encode(JSON.stringify({ text, moves })), new CompressionStream('deflate-raw')));

// The largest text that a link is unpacked to, in bytes.
const MOST = 1 << 20;

// Null where the fragment holds nothing of the kind.
export const unpacked = async (fragment) => {
  if (!fragment) return null;
  try {
    const bytes = Uint8Array.from(atob(fragment.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const parts = [];
    let size = 0;
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > MOST) return null;
      parts.push(value);
    }
    const { text, moves } = JSON.parse(await new Blob(parts).text());
    return typeof text === 'string' && Array.isArray(moves) ? { text, moves: moves.map(String) } : null;
  } catch {
    return null;
  }
};
