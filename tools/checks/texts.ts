import { globSync, readFileSync } from 'node:fs'
import { childrenOf, type Node, parseModule } from './parse-module.ts'

/** A text of the tree, as a person reads it; its expressions are `…`. */
export interface Text {
  file: string
  line: number
  text: string
}

/**
 * Modules with texts for people: the site, its emails, its command line. Demo titles, which may be poetic,
 * and the twins, which use the providers' words, are left out.
 */
const modules = [
  '{web,worker,contract,scripts,bench,build,tools}/**/*.{ts,tsx}',
  'processors/*/adapter/**/*.ts',
]

/** Attributes and properties whose values only code reads. */
const codeNames =
  /^(?:class(?:Name)?|.*Class(?:Name)?|id|key|type|rel|href|to|src|d|viewBox|role|autoComplete|inputMode|method|action|htmlFor|data-.+|queryKey|path|sizes|accept|allow|as|slot|style|target|variant|size|tone|name|aria-(?:controls|labelledby|describedby|live|current|haspopup))$/
/** Properties that hold a part of a sentence, which may be a single word. */
const partNames = /^(?:what|done|undo|unit)$/
/** Functions whose strings only code reads. */
const codeCalls =
  /^(?:clsx|cx|condition|sql|gql|RegExp|querySelector(?:All)?|closest|matches|matchMedia|addEventListener|removeEventListener|getItem|setItem|get|set|has|append|import)$/

/** Returns the texts of the code that a person reads, in the order of files and lines. */
export function allTexts(): Text[] {
  return globSync(modules)
    .sort()
    .flatMap((file) => textsOf(file))
}

/** Returns the texts of a module that look like prose for a person, in the order of the file. */
export function textsOf(file: string, source = readFileSync(file, 'utf8')): Text[] {
  const found: Text[] = []
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length
  const add = (node: Node, text: string, isPart = false) => {
    const said = text.replace(/\s+/g, ' ').trim()
    if (isPart || isSaid(said)) found.push({ file, line: lineAt(node.start), text: said })
  }
  const visit = (node: Node): void => {
    if (skipped(node)) return
    const part = partOf(node)
    if (part !== null) {
      add(node, part, true)
      return
    }
    const text = textOf(node)
    if (text !== null) {
      add(node, text)
      // A text inside its expressions, such as the other half of a plural, counts separately.
      for (const inner of expressionsIn(node)) visit(inner)
      return
    }
    // A property's name isn't a text.
    const children = node.type === 'Property' ? [node.value] : childrenOf(node)
    for (const child of children) visit(child)
  }
  visit(parseModule(file, source))
  return found
}

/** Returns the part of a sentence that a property holds, or null if it holds none. */
function partOf(node: Node): string | null {
  if (node.type !== 'Property' || node.key.type !== 'Identifier' || !partNames.test(node.key.name))
    return null
  return node.value.type === 'Literal' ? textOf(node.value) : null
}

/** Returns a node's text, with `…` for each expression in it, or null if it isn't one. */
function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? '').join('…')
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    const [left, right] = [textOf(node.left), textOf(node.right)]
    return left === null && right === null ? null : (left ?? '…') + (right ?? '…')
  }
  if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return null
  const { children } = node
  // An element without words of its own has no text.
  if (!children.some((child) => child.type === 'JSXText' && /\p{L}/u.test(child.value))) return null
  return children.map((child) => (child.type === 'JSXText' ? child.value : inlineText(child))).join('')
}

function inlineText(node: Node): string {
  if (node.type === 'JSXExpressionContainer') {
    return node.expression.type === 'Literal' ? (textOf(node.expression) ?? '') : '…'
  }
  return textOf(node) ?? '…'
}

function expressionsIn(node: Node): Node[] {
  if (node.type === 'TemplateLiteral') return [...node.expressions]
  if (node.type === 'BinaryExpression') {
    return [node.left, node.right].flatMap((side) =>
      textOf(side) === null ? [side] : expressionsIn(side as Node),
    )
  }
  if (node.type === 'JSXElement') return [node.openingElement, ...node.children.flatMap(innerNodes)]
  if (node.type === 'JSXFragment') return node.children.flatMap(innerNodes)
  return []
}

function innerNodes(child: Node): Node[] {
  if (child.type === 'JSXText') return []
  return textOf(child) === null ? [child] : expressionsIn(child)
}

function skipped(node: Node): boolean {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ImportExpression':
    case 'ExportAllDeclaration':
    case 'TSLiteralType':
    case 'TSTemplateLiteralType':
    case 'TSImportType':
    case 'TSExternalModuleReference':
    case 'TaggedTemplateExpression':
      return true
    case 'JSXAttribute':
      return node.name.type === 'JSXIdentifier' && codeNames.test(node.name.name)
    case 'CallExpression':
      return codeCalls.test(calleeName(node.callee))
    default:
      return false
  }
}

function calleeName(callee: Node): string {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') return callee.property.name
  return ''
}

/**
 * Tells whether a text reads like prose: several words that aren't a list of classes, or one word that begins
 * like a label.
 */
function isSaid(text: string): boolean {
  if (!/\p{L}{2}/u.test(text)) return false
  if (/^[\w.:/[\]()%#&>@!?,=*+~-]*$/.test(text)) return /^\p{Lu}[\p{Ll}-]*\p{Ll}[.:!?]?$/u.test(text)
  if (/^(?:INSERT|SELECT|UPDATE|DELETE|WITH) /.test(text)) return false
  if (/^(?:https?:|\/|data:|M\d|[a-z]+\/[a-z])/.test(text)) return false
  const words = text.split(' ')
  // Utility classes have hyphens, colons, brackets or digits in most words, and no capital.
  const codeLike = words.filter((word) => /[-:[\]_=/\d]|^[a-z]+\(|…/.test(word)).length
  return /^\p{Lu}|[.!?…]$/u.test(text) || codeLike * 2 < words.length
}
