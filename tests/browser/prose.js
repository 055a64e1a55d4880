// Finds what looks like text for people in the source of a module: what stands where only text does (beside tags, in labels, in errors), and elsewhere
// what has words with a space beside them, begins with a capital, is one of two alternatives, or is returned.
import { parse } from 'acorn';

// Attributes of elements, and properties of objects, that are seen or read out.
const ATTRIBUTES = ['alt', 'aria-description', 'aria-label', 'aria-roledescription', 'aria-valuetext', 'label', 'placeholder', 'title', 'value'];
const PROPERTIES = ['aria-label', 'error', 'innerText', 'label', 'name', 'placeholder', 'textContent', 'title'];
// Parameters of functions that hand on what they are given to be read.
const PARAMETERS = ['hint', 'label', 'names', 'none', 'options', 'title', 'words'];
const MAKERS = ['element', 'svg'];
const FILLERS = ['append', 'prepend', 'replaceChildren', 'replaceWith', 'Error', 'alert', 'confirm'];
// Functions whose strings are names: of events, attributes, elements, classes, addresses.
const NAMERS = ['add', 'addEventListener', 'closest', 'fetch', 'get', 'getAttribute', 'getElementById', 'post', 'querySelector', 'querySelectorAll', 'remove', 'removeAttribute',
  'removeEventListener', 'setProperty', 'toggle'];
// Methods whose result is made of the words that it is asked for.
const PASSING = ['concat', 'filter', 'join', 'repeat', 'trim'];
const COMPARING = ['===', '!==', '==', '!=', 'in', '<', '>'];
const PATH = /^[MLHVCSQTAZ\d\s.,…-]+$/;

const prose = (text) => /^\s*\p{Lu}/u.test(text) || /\p{L}[\p{P}]*\s|\s[\p{P}]*\p{L}/u.test(text);

const named = (node) => (node.type === 'MemberExpression' ? node.property.name ?? null : node.name ?? null);

const keyOf = ({ key }) => key.name ?? key.value;

// All nodes, each with those that it is in: `{ node, key, index }`, the nearest last.
export const walk = (node, visit, above = []) => {
  visit(node, above);
  for (const [key, value] of Object.entries(node)) {
    for (const [index, child] of [value].flat().entries()) if (typeof child?.type === 'string') walk(child, visit, [...above, { node, key, index }]);
  }
};

export const treeOf = (source) => parse(source, { ecmaVersion: 'latest', sourceType: 'module', locations: true });

// The functions of a module that hand on what they are given, by name: which parameters.
const handed = (tree) => {
  const found = new Map();
  const add = (name, { params }) => {
    const places = params.flatMap((param, i) => (PARAMETERS.includes((param.left ?? param).name) ? [i] : []));
    if (places.length) found.set(name, [...found.get(name) ?? [], ...places]);
  };
  walk(tree, (node) => {
    if (node.type === 'VariableDeclarator' && node.init?.params) add(node.id.name, node.init);
    if (node.type === 'FunctionDeclaration') add(node.id.name, node);
    if (node.type === 'MethodDefinition') add(keyOf(node), node.value);
  });
  return found;
};

// What a string is there for: 'read', 'named' or, where that cannot be seen, 'unknown'; and whether it is one of two alternatives, or returned.
const purpose = (above, functions) => {
  let either = false;
  for (let i = above.length - 1; i >= 0; i -= 1) {
    const { node, key, index } = above[i];
    const is = (...types) => types.includes(node.type);
    const told = (what) => ({ what, either });
    if (is('ConditionalExpression') && key !== 'test') either = true;
    else if (is('LogicalExpression')) either ||= key === 'right';
    else if (is('ReturnStatement')) either = true;
    else if (is('BinaryExpression') && COMPARING.includes(node.operator)) return told('named');
    else if (is('MemberExpression') && key === 'property') return told('named');
    else if (is('CallExpression') && key === 'callee') {
      if (!PASSING.includes(named(node.callee))) return told('unknown');
    } else if (is('Property') && key === 'value') {
      const call = above[i - 2];
      const attribute = call?.node.type === 'CallExpression' && call.index === 1 && MAKERS.includes(named(call.node.callee));
      if ((attribute ? ATTRIBUTES : PROPERTIES).includes(keyOf(node))) return told('read');
      return told(attribute ? 'named' : 'unknown');
    } else if (is('AssignmentExpression')) {
      const name = named(node.left);
      return told(PROPERTIES.includes(name) ? 'read' : ['className', 'href', 'id'].includes(name) ? 'named' : 'unknown');
    } else if (is('CallExpression', 'NewExpression')) {
      const name = named(node.callee);
      if (name === 'setAttribute') return told(index === 1 && ATTRIBUTES.includes(node.arguments[0].value) ? 'read' : 'named');
      if (MAKERS.includes(name)) return told(index === 0 ? 'named' : 'read');
      if (FILLERS.includes(name) || functions.get(name)?.includes(index)) return told('read');
      return told(NAMERS.includes(name) && index === 0 ? 'named' : 'unknown');
    } else if (!is('ArrayExpression', 'BinaryExpression', 'MemberExpression', 'SpreadElement', 'TemplateLiteral', 'ChainExpression')) return told('unknown');
  }
  return { what: 'unknown', either };
};

const stringOf = (node) => {
  if (node.type === 'TemplateLiteral') return node.quasis.map((quasi) => quasi.value.cooked).join('…');
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
};

// Strings of a module that look like text, each with its line. `sourceOf` is asked for the source of a module that is imported, by its path.
export const textsIn = (source, sourceOf = () => '') => {
  const tree = treeOf(source);
  const functions = handed(tree);
  for (const node of tree.body.filter(({ type }) => type === 'ImportDeclaration')) {
    const others = handed(treeOf(sourceOf(node.source.value)));
    for (const { imported, local } of node.specifiers) if (others.has(imported.name)) functions.set(local.name, others.get(imported.name));
  }
  const found = [];
  walk(tree, (node, above) => {
    const text = stringOf(node);
    if (text === null || !/\p{L}/u.test(text) || PATH.test(text)) return;
    const { node: parent, key } = above.at(-1);
    if (parent.type === 'ImportDeclaration' || (key === 'key' && !parent.computed) || parent.directive) return;
    const { what, either } = purpose(above, functions);
    if (what === 'read' || (what === 'unknown' && (either || prose(text)))) found.push({ line: node.loc.start.line, text });
  });
  return found;
};
