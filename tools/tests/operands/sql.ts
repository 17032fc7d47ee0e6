import { DatabaseSync } from 'node:sqlite'

/** What to leave out of a text, so that one operand of an `and` or `or` is gone with its operator. */
export interface Cut {
  from: number
  to: number
  /** Whether what is left is known to be SQL. */
  isValid: boolean
}

/** Words and marks at which a condition begins or ends. */
const bounds = new Set(
  'select from where on having when then else join left inner cross order group limit returning set values union with as ,'.split(
    ' ',
  ),
)

const tokens = /'[^']*'|"[^"]*"|[(),]|\w+/g

interface Span {
  from: number
  to: number
}

/** A condition that is being read: its operands of `or`, each with its operands of `and`. */
interface Reading {
  terms: Span[][]
  from: number
  isBetween: boolean
}

/** Returns the operands in a part of SQL, at any depth. */
export function cutsOf(sql: string): Cut[] {
  const spans: Span[] = []
  const open: Reading[] = [begin(0)]
  for (const { 0: token, index } of sql.matchAll(tokens)) {
    const word = token.toLowerCase()
    const end = index + token.length
    const reading = open.at(-1) ?? begin(index)
    if (word === '(' || word === 'case') open.push(begin(end))
    else if ((word === ')' || word === 'end') && open.length > 1) {
      spans.push(...cutsBetween(sql, close(reading, index)))
      open.pop()
    } else if (bounds.has(word)) {
      spans.push(...cutsBetween(sql, close(reading, index)))
      open[open.length - 1] = begin(end)
    } else if (word === 'between') reading.isBetween = true
    else if (word === 'and' && reading.isBetween) reading.isBetween = false
    else if (word === 'and' || word === 'or') {
      reading.terms.at(-1)?.push({ from: reading.from, to: index })
      if (word === 'or') reading.terms.push([])
      reading.from = end
    }
  }
  for (const reading of open) spans.push(...cutsBetween(sql, close(reading, sql.length)))
  return spans
    .sort((one, other) => one.from - other.from)
    .map((span) => ({ ...span, isValid: staysValid(sql, span) }))
}

function begin(from: number): Reading {
  return { terms: [[]], from, isBetween: false }
}

function close(reading: Reading, to: number): Span[][] {
  reading.terms.at(-1)?.push({ from: reading.from, to })
  return reading.terms
}

function cutsBetween(sql: string, terms: Span[][]): Span[] {
  const whole = terms.map((ands) => ({ from: ands[0]?.from ?? 0, to: ands.at(-1)?.to ?? 0 }))
  return [whole, ...terms].flatMap((operands) => {
    const trimmed = operands.map((span) => trim(sql, span))
    return trimmed.flatMap(({ from, to }, at) => {
      const [before, next] = [trimmed[at - 1], trimmed[at + 1]]
      if (from === to) return []
      if (next) return [{ from, to: next.from }]
      return before ? [{ from: before.to, to }] : []
    })
  })
}

function trim(sql: string, { from, to }: Span): Span {
  const text = sql.slice(from, to)
  const first = from + text.length - text.trimStart().length
  return { from: first, to: Math.max(first, from + text.trimEnd().length) }
}

const database = new DatabaseSync(':memory:')

/** Statements that a part of SQL may belong to. */
const contexts = [
  (part: string) => `select 1 where ${part}`,
  (part: string) => part,
  (part: string) => `select ${part}`,
  (part: string) => `select 1 from ${part}`,
  (part: string) => `select 1 from t ${part}`,
  (part: string) => `select 1 where a ${part}`,
  (part: string) => `select 1 ${part}`,
]

function staysValid(sql: string, { from, to }: Span): boolean {
  const context = contexts.find((within) => isSyntax(within(sql)))
  return context !== undefined && isSyntax(context(sql.slice(0, from) + sql.slice(to)))
}

/** Returns whether SQLite can parse a statement, whether or not its tables exist. */
function isSyntax(statement: string): boolean {
  try {
    database.prepare(statement)
    return true
  } catch (error) {
    return !/syntax error|incomplete input|unrecognized token/.test(String(error))
  }
}
