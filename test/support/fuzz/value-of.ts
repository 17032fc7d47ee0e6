import fc from 'fast-check'
import type * as z from 'zod'
import type { Chance } from './chance'

/** A schema's definition: the fields of zod's own description that are used here. */
interface Definition {
  type: string
  format?: string
  pattern?: RegExp
  checks?: { _zod: { def: Check } }[]
  innerType?: z.ZodType
  element?: z.ZodType
  in?: z.ZodType
  keyType?: z.ZodType
  valueType?: z.ZodType
  partial?: boolean
  options?: z.ZodType[]
  shape?: Record<string, z.ZodType>
  entries?: Record<string, string>
  values?: unknown[]
}

interface Check {
  check: string
  minimum?: number
  maximum?: number
  value?: number
  inclusive?: boolean
  format?: string
  pattern?: RegExp
}

export interface Making {
  chance: Chance
  /** Returns a value that a field of this name may have, if any is known: an ID, a token. */
  known(name: string): unknown
}

/** How often a value is made again. Refinements can't be read, only tried. */
const tries = 6

/** Returns input that a schema accepts, or almost does. */
export function inputFor(schema: z.ZodType, making: Making): unknown {
  let value: unknown
  for (let tried = 0; tried < tries; tried += 1) {
    value = made(schema, making)
    if (schema.safeParse(value).success) return value
  }
  return value
}

function made(schema: z.ZodType, making: Making, name = ''): unknown {
  const { chance } = making
  const known = name === '' ? undefined : making.known(name)
  if (known !== undefined && schema.safeParse(known).success) return known
  const def = schema._zod.def as unknown as Definition
  const inner = (of: z.ZodType | undefined) => (of ? made(of, making, name) : undefined)
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'prefault':
      return chance.of100(55) ? inner(def.innerType) : undefined
    case 'nullable':
      return chance.of100(80) ? inner(def.innerType) : null
    case 'readonly':
    case 'catch':
      return inner(def.innerType)
    case 'pipe':
      return inner(def.in)
    case 'object':
      return objectOf(def.shape ?? {}, making)
    case 'record':
      return recordOf(def, making)
    case 'array':
      return arrayOf(def, making, name)
    case 'union':
      return inner(chance.pick(def.options ?? []))
    case 'enum':
      return chance.pick(Object.values(def.entries ?? {}))
    case 'literal':
      return chance.pick(def.values ?? [])
    case 'boolean':
      return chance.of100(50)
    case 'number':
      return numberOf(def, chance)
    case 'null':
      return null
    case 'string':
      return textFor(schema, def, chance)
    default:
      return chance.pick(['x', 1, null])
  }
}

function objectOf(shape: Record<string, z.ZodType>, making: Making): Record<string, unknown> {
  const fields = Object.entries(shape).map(([name, schema]) => [name, made(schema, making, name)] as const)
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

function recordOf({ keyType, valueType, partial }: Definition, making: Making): Record<string, unknown> {
  const keys = Object.values((keyType?._zod.def as unknown as Definition | undefined)?.entries ?? { x: 'x' })
  const asked = partial ? keys.filter(() => making.chance.of100(40)) : keys
  return Object.fromEntries(asked.map((key) => [key, valueType && made(valueType, making)]))
}

function arrayOf({ element, checks }: Definition, making: Making, name: string): unknown[] {
  const { least, most } = lengthsOf(checks, 4)
  const length = making.chance.between(least, Math.max(least, Math.min(most, least + 4)))
  const items = Array.from({ length }, () => element && made(element, making, name))
  return [...new Set(items)]
}

function lengthsOf(checks: Definition['checks'], usual: number): { least: number; most: number } {
  let [least, most] = [0, usual]
  for (const { _zod } of checks ?? []) {
    const { check, minimum, maximum } = _zod.def
    if (check === 'min_length') least = minimum ?? 0
    if (check === 'max_length') most = maximum ?? usual
  }
  return { least, most: Math.max(least, most) }
}

function numberOf({ checks, format }: Definition, chance: Chance): number {
  let [least, most] = [-1000, 1000]
  let isInteger = format === 'safeint'
  for (const { _zod } of checks ?? []) {
    const { check, value = 0, inclusive } = _zod.def
    if (check === 'number_format') isInteger = true
    if (check === 'greater_than') least = inclusive ? value : value + 1
    if (check === 'less_than') most = inclusive ? value : value - 1
  }
  if (most < least) most = least + 1000
  if (chance.of100(15)) return chance.pick([least, most])
  const number = least + ((most - least) * chance.int(1e6)) / 1e6
  return isInteger ? Math.round(number) : number
}

const words = ['clip', 'night', 'Blue', 'water', 'señor', '東京', 'עברית', 'two words', 'a&b', '😀']

function textFor(schema: z.ZodType, def: Definition, chance: Chance): string {
  let text = ''
  for (let tried = 0; tried < tries; tried += 1) {
    text = textOf(def, chance)
    if (schema.safeParse(text).success) return text
  }
  return text
}

function textOf({ checks, format, pattern }: Definition, chance: Chance): string {
  if (format === 'url') return chance.pick(['https://example.com/a.mp4', 'https://example.org/v?x=1#y'])
  if (format === 'datetime') return new Date(1.76e12 + chance.int(4e7) * 1e3).toISOString()
  if (format === 'date') return new Date(1.76e12 + chance.int(4e7) * 1e3).toISOString().slice(0, 10)
  const patterns = [pattern, ...(checks ?? []).map(({ _zod }) => _zod.def.pattern)]
  const asked = patterns.find((each) => each !== undefined)
  const matching = asked && chance.of100(60) ? matchOf(asked, chance) : undefined
  const { least, most } = lengthsOf(checks, 1000)
  const text = matching ?? wordsOf(least, chance)
  return text.length > most ? text.slice(0, most) : text
}

function wordsOf(least: number, chance: Chance): string {
  let text = chance.pick(words)
  while (text.length < least || chance.of100(35)) text += ` ${chance.pick(words)}`
  return text
}

const matchers = new Map<RegExp, fc.Arbitrary<string> | null>()

/** Returns a text that matches a pattern; undefined for the few patterns that fast-check can't read. */
function matchOf(pattern: RegExp, chance: Chance): string | undefined {
  let matcher = matchers.get(pattern)
  if (matcher === undefined) {
    try {
      matcher = fc.stringMatching(pattern)
    } catch {
      matcher = null
    }
    matchers.set(pattern, matcher)
  }
  return matcher ? fc.sample(matcher, { seed: chance.int(2 ** 31), numRuns: 1 })[0] : undefined
}
