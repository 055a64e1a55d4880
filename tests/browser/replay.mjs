// Replays games in the WebAssembly module: node replay.mjs MODULE GAMES. Each line of GAMES is a game as JSON: its rules, its moves, the CRC-32 of
// what the native engine answered to `load` and to each move, and what a player chose after some of them. Prints how much was equal.
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';

const [, , file, games] = process.argv;
const engine = (await WebAssembly.instantiate(readFileSync(file), {})).instance.exports;
const ask = (request) => {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const place = engine.request(bytes.length);
  new Uint8Array(engine.memory.buffer, place, bytes.length).set(bytes);
  const length = engine.ask();
  return Buffer.from(new Uint8Array(engine.memory.buffer, engine.answer(), length));
};
let [played, positions, chosen] = [0, 0, 0];
for (const line of readFileSync(games, 'utf8').split('\n').filter(Boolean)) {
  const { rules, moves, answers, choices } = JSON.parse(line);
  const check = (answer, wanted, where) => {
    if (crc32(answer) !== wanted) throw new Error(`${where}: the module answers otherwise: ${answer.toString().slice(0, 2000)}`);
    positions += 1;
  };
  check(ask({ do: 'load', text: rules }), answers[0], 'load');
  moves.forEach((m, i) => {
    for (const { at, request, m: wanted } of choices) {
      if (at !== i) continue;
      const { m: answer, error } = JSON.parse(ask(request).toString());
      if (answer !== wanted) throw new Error(`after ${moves.slice(0, i)}: chooses ${answer ?? error}, not ${wanted}`);
      chosen += 1;
    }
    check(ask({ do: 'play', m }), answers[i + 1], `after ${moves.slice(0, i + 1)}`);
  });
  played += 1;
}
console.log(JSON.stringify({ played, positions, chosen, memory: engine.memory.buffer.byteLength }));
