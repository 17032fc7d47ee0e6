import { childrenOf, type Node, parseModule } from '../../checks/parse-module.ts'
import { cutsOf } from './sql.ts'

/** A part of a condition that can be left out: of `a && b`, of `and(a, b)`, or of `a and b` in a template of SQL. */
export interface Operand {
  /** From 1. */
  line: number
  /** The condition, on one line. */
  condition: string
  /** What is left out, on one line. */
  operand: string
  /** The file without it; null if it isn't known that the template would be valid SQL. */
  without: string | null
}

/** At the end or the beginning of what is cut. */
const operator = /^(?:and\b|or\b|&&|\|\||,) *| *(?:\band|\bor|&&|\|\||,)$/g

/** Functions whose arguments are operands. */
const combiners: readonly string[] = ['and', 'or', 'allOf']

/** Returns the operands of all conditions of a module. */
export function operandsOf(file: string, source: string): Operand[] {
  const found: Found[] = []
  visit(parseModule(file, source), source, found)
  return found.map(({ start, end, from, to, isValid = true }) => {
    const condition = oneLine(source.slice(start, end))
    const operand = oneLine(source.slice(from, to)).replace(operator, '')
    const line = source.slice(0, from).split('\n').length
    return {
      line,
      condition,
      operand,
      without: isValid ? source.slice(0, from) + source.slice(to) : null,
    }
  })
}

/** What to cut out of the source, operator included, and the condition around it. */
interface Found {
  start: number
  end: number
  from: number
  to: number
  isValid?: boolean
}

function visit(node: Node, source: string, found: Found[]): void {
  found.push(...operandsAt(node, source))
  for (const child of childrenOf(node)) visit(child, source, found)
}

function operandsAt(node: Node, source: string): Found[] {
  const { start, end } = node
  if (node.type === 'LogicalExpression' && node.operator !== '??') {
    const { left, right, operator } = node
    const isChain = (side: Node) => side.type === 'LogicalExpression' && side.operator === operator
    return [
      // The operands of a longer chain are cut one by one, at the expression that has them.
      ...(isChain(left) ? [] : [{ start, end, from: left.start, to: right.start }]),
      { start, end, from: left.end, to: right.end },
    ]
  }
  if (node.type === 'CallExpression') return operandsOfCall(node, source)
  if (node.type === 'TaggedTemplateExpression' && nameOf(node.tag, source) === 'sql')
    return cutsIn(node.quasi, source)
  return []
}

function operandsOfCall(node: Node & { type: 'CallExpression' }, source: string): Found[] {
  const { start, end, callee, arguments: given } = node
  const [first] = given
  if (nameOf(callee, source) === 'sql.raw' && first) return cutsIn(first, source)
  if (!combiners.includes(nameOf(callee, source)) || given.length < 2) return []
  return given.map((each, at) => {
    const [before, next] = [given[at - 1], given[at + 1]]
    return { start, end, from: next ? each.start : (before?.end ?? each.start), to: next?.start ?? each.end }
  })
}

function nameOf({ start, end }: Node, source: string): string {
  return source.slice(start, end)
}

/** Returns the operands in a text of SQL. An expression in a template counts as a name as long as it. */
function cutsIn(text: Node, source: string): Found[] {
  const { start, end } = text
  let sql = source.slice(start + 1, end - 1)
  if (text.type === 'TemplateLiteral') {
    for (const [at, { end: after }] of text.quasis.slice(0, -1).entries()) {
      const from = after - 2 - (start + 1)
      const to = (text.quasis[at + 1]?.start ?? after) - start
      sql = sql.slice(0, from) + 'x'.repeat(to - from) + sql.slice(to)
    }
  } else if (text.type !== 'Literal') return []
  return cutsOf(sql).map(({ from, to, isValid }) => {
    const base = start + 1
    return { start, end, from: base + from, to: base + to, isValid }
  })
}

function oneLine(code: string): string {
  return code.replace(/\s+/g, ' ').trim()
}
