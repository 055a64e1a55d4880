// What a person reads on a page, as far as it does not come from the engine or a server: every text once, by what shows it. `studio/texts.js` has those
// that only the studio shows, which shared pages are spared. Another language is another pair of files of this shape.
//
// A text that depends on something is a function of it. Where part of a sentence is a link, its function is given what makes a link of words, and
// returns the sentence in parts. Space between a text and what stands beside it is not the text's.

// A tree that nothing changes.
export const frozen = (tree) => {
  Object.values(tree).filter((part) => typeof part === 'object').forEach(frozen);
  return Object.freeze(tree);
};

const counted = (n, one, many) => `${n} ${n === 1 ? one : many}`;
const inMoves = (n) => counted(n, 'move', 'moves');
const inTrials = (n) => counted(n, 'trial', 'trials');
const inNodes = (n) => `${n.toLocaleString('en')} nodes`;
const percent = (share) => `${Math.round(share * 100)} %`;
const along = (player) => `${player}'s chance of winning along the game`;
const does = (wins) => (wins ? 'wins' : 'loses');

export const texts = frozen({
  // Of the document itself, where no script runs. `src/web/texts.rs` reads these, so each is a whole line, and has one parameter at most.
  document: {
    language: 'en',
    title: (name) => `${name} – ludogen`,
    several: (games) => `${games} games – ludogen`,
    noscript: 'This page plays games in your browser, for which it needs JavaScript.',
  },
  page: {
    broken: (reason) => `This page cannot start: ${reason}. It needs a browser of 2023 or later.`,
  },
  engine: {
    unstarted: 'the engine cannot be started',
    stopped: 'stopped',
    broken: (reason) => `The engine stopped: ${reason}`,
    tooLong: 'the request is too long',
  },
  amounts: { percent, moves: inMoves, trials: inTrials },
  pieces: {
    unnamed: 'piece',
    of: (player, piece) => `${player} ${piece}`,
  },
  seats: {
    person: 'Person',
    random: 'Random moves',
    nodes: inNodes,
    alphaBeta: (n) => `Alpha-beta, ${inNodes(n)}`,
    uct: (n) => `UCT, ${n.toLocaleString('en')} playouts`,
    perfect: 'Perfect play',
    said: (player, words) => `${player} ${words}.`,
    expects: (player, chance) => `${player} expects to win with ${percent(chance)}.`,
  },
  // A cell as it is read out: its label, and some of these.
  board: {
    name: (game) => `Board of ${game}`,
    empty: 'empty',
    stack: (pieces) => `from the bottom up ${pieces.join(', ')}`,
    piece: (piece, also) => `${piece} with ${also.join(', ')}`,
    state: (n) => `state ${n}`,
    unflagged: 'no flags',
    cellState: (n) => `cell state ${n}`,
    selected: 'selected',
    target: 'can be played',
    origin: 'can move',
    worth: (value) => `worth ${value}`,
  },
  moves: {
    takeOff: 'take off',
    unchanging: 'nothing changes',
    cancel: 'Cancel',
    swap: 'Swap sides',
    none: 'No move yet.',
    start: 'start',
    instead: 'or',
  },
  hands: {
    held: (piece, count) => `${piece}, ${count ?? 'any number'} in hand`,
    taken: (piece, count) => `${count} ${piece} captured`,
    inHand: 'in hand',
    captured: 'captured',
    score: (n) => `score ${n}`,
  },
  analysis: {
    searching: 'Searching …',
    chance: (player) => `${player}'s chance of winning`,
    drawn: 'With best play it is a draw: the game is solved.',
    solved: (player, wins, plies) => `${player} ${does(wins)} with best play${plies === null ? '' : ` in ${inMoves(plies)}`}: the game is solved.`,
    sure: (player, wins, plies) => `${player} ${does(wins)} in ${inMoves(plies)}.`,
    likely: (player, chance, depth) => `${player} wins with ${percent(chance)}, as far as ${inMoves(depth)} ahead ${depth === 1 ? 'tells' : 'tell'}.`,
    line: (moves) => `Best line: ${moves.join(' ')}`,
    draws: 'draws',
    does,
    doesIn: (wins, plies) => `${does(wins)} in ${plies}`,
    // On a cell of the board, where there is little room.
    draw: 'draw',
    win: 'win',
    loss: 'loss',
  },
  curve: {
    name: along,
    amongTrials: (player, n) => `${along(player)}, before who led in ${inTrials(n)}`,
    about: (player) => `Up: ${player}.`,
    aboutTrials: (player, n) => `Up: ${player}. Grey: who led in ${inTrials(n)} of this game.`,
  },
  puzzles: {
    title: 'Puzzles',
    about: 'Positions with one right move, from games that were played.',
    find: 'Find a puzzle',
    next: 'Next puzzle',
    answer: 'Show the answer',
    stop: 'Stop looking',
    looking: (n, of) => `Looking through game ${n} of ${of} …`,
    lookingOwn: (n, of) => `Looking through games of its own, ${n} of ${of} …`,
    none: 'No position with one right move was found.',
    wins: (n, player, plies) => `Puzzle ${n}: ${player} to move wins in ${inMoves(plies)}, both sides counted. One move does it.`,
    better: (n, player, gain) => `Puzzle ${n}: one move of ${player} is better than any other by ${percent(gain)} of the chances.`,
    wrong: (move) => `${move} is not the move. Try another.`,
    right: (move) => `${move} is right.`,
    rightSoFar: (move) => `${move} is right. Now play it out.`,
  },
  setup: {
    name: 'Set up a position',
    status: 'Setting up a position.',
    about: 'Choose a piece, then the cells it stands on.',
    pieces: 'Pieces',
    takeOff: 'Take off',
    mover: 'To move',
    clear: 'Clear the board',
    back: 'As it was',
    play: 'Play from here',
    cancel: 'Cancel',
    state: 'State',
    holds: (player, piece) => `${player} holds ${piece}`,
  },
  table: {
    choice: 'Moves to choose among',
    undo: 'Undo',
    undoHint: 'Take back (U)',
    redo: 'Redo',
    redoHint: 'Make again (R)',
    fresh: 'New game',
    stop: 'Stop thinking',
    go: 'Let it move',
    setUp: 'Set up',
    setUpHint: 'Set up a position by hand',
    turn: 'Turn board',
    budget: 'Nodes of the analysis',
    typed: 'Move',
    example: 'b2 or b2-b3',
    type: 'Play',
    link: 'Link to this position',
    games: 'Game',
    board: 'Board',
    game: 'Game',
    moves: 'Moves',
    analysis: 'Analysis',
    values: 'Values of moves',
    rules: 'Rules',
    thinking: (player) => `${player} is thinking.`,
  },
});
