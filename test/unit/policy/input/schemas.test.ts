import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { line, prose } from '#contract/schemas/shared/parts'

/** Fields of several lines, by name. */
const ofManyLines = [
  'blockedTerms',
  'body',
  'description',
  'about',
  'details',
  'note',
  'reason',
  'siteDescription',
  'statement',
  'text',
]
/** Fields that are compared with a stored or signed value, and never stored. */
const compared = ['challenge', 'code', 'currentPassword', 'newPassword', 'password', 'ticket', 'token']
/** Names. The first is also only compared; the second has rules of its own, in values/accounts/usernames. */
const names = ['signInInput.username', 'signUpInput.username']

/** Fields that are only looked up or compared, where hidden characters don't count. */
const lookedUp = ['q', 'blockedTerms', 'into', 'tags', 'transactionId', 'upiReference']

interface Leaf {
  path: string
  schema: z.core.$ZodType
}

/** Returns the strings and numbers in a schema, each with its checks. */
function leavesOf(path: string, schema: z.core.$ZodType): Leaf[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, each]) => leavesOf(`${path}.${name}`, each))
    case 'array':
      return leavesOf(path, def.element)
    case 'union':
      return def.options.flatMap((each) => leavesOf(path, each))
    case 'optional':
    case 'nullable':
    case 'default':
      return leavesOf(path, def.innerType)
    case 'string':
    case 'number':
    case 'pipe':
      return [{ path, schema }]
    default:
      return []
  }
}

/** Tells whether a schema is of input: those are strict, and those of answers aren't. */
function isInput(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'union') return def.options.every(isInput)
  return def.type === 'object' && def.catchall?._zod.def.type === 'never'
}

const modules = globSync('contract/schemas/**/*.ts').map((file) => import(resolve(file)))
const exported = (await Promise.all(modules)).flatMap((each) => Object.entries<z.core.$ZodType>(each))
const leaves = exported
  .filter(([, value]) => '_zod' in Object(value) && isInput(value))
  .flatMap(([name, value]) => leavesOf(name, value))
const typeOf = ({ schema }: Leaf) => (schema as z.core.$ZodTypes)._zod.def.type
const nameOf = ({ path }: Leaf) => path.split('.').at(-1) ?? ''

const control = /[\p{Cc}\u2028\u2029]/u
const around = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 30 })
const broken = fc.oneof(
  fc.tuple(around, fc.constantFrom('\n', '\r', '\0', '\x1b', '\x7f', '\x85', '\u2028'), around),
  // Shapes required by a pattern.
  fc.constantFrom(
    ['https://example.org/', '\n', 'a'],
    ['/media/', '\r', 'a'],
    ['a@example.org', '\x07', 'b'],
    ['a\0b@example', '.', 'org'],
  ),
)
/** Texts with a character that changes the direction of what follows, which may be a URL or an email address. */
const turned = fc
  .tuple(
    fc.constantFrom(
      'ab',
      '/media/a',
      'https://example.org/a',
      'a@example.org',
      'A sentence that is long enough for any field. ',
    ),
    fc.constantFrom(...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'),
    fc.constantFrom('cd', 'cd.example', ' and so on'),
  )
  .map((parts) => parts.join(''))

describe('every schema of input', () => {
  it('is found', () => {
    expect(leaves.length).toBeGreaterThan(100)
    expect(leaves.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['updateSettingsInput.siteName', 'removalRequest.signature', ...names]),
    )
  })

  const lines = leaves.filter(
    (leaf) =>
      typeOf(leaf) !== 'number' &&
      ![...ofManyLines, ...compared].includes(nameOf(leaf)) &&
      !names.includes(leaf.path),
  )
  it.each(lines)('keeps line breaks and control characters out of $path', ({ schema }) => {
    fc.assert(
      fc.property(broken, (parts) => {
        const { success, data } = (schema as z.ZodType).safeParse(parts.join(''))
        expect(success && control.test(String(data))).toBe(false)
      }),
    )
  })

  const texts = leaves.filter(
    (leaf) =>
      typeOf(leaf) !== 'number' &&
      ![...compared, ...lookedUp].includes(nameOf(leaf)) &&
      !names.includes(leaf.path),
  )
  it.each(texts)('keeps characters that turn the direction of text out of $path', ({ schema }) => {
    fc.assert(
      fc.property(turned, (text) => {
        const { success, data } = (schema as z.ZodType).safeParse(text)
        expect(success && /[\u202a-\u202e\u2066-\u2069]/.test(String(data))).toBe(false)
      }),
    )
  })

  const passwords = leaves.filter((leaf) => /password$/i.test(nameOf(leaf)))
  it.each(passwords)('has one form of each letter in $path', ({ schema }) => {
    expect((schema as z.ZodType).parse('cafe\u0301 terrasse')).toBe('caf\u00e9 terrasse')
  })

  it('takes the marks of direction that Hebrew and Arabic need', () => {
    const text = 'שלום (Harbour)\u200e 12\u061c \u200f!'
    expect(prose.parse(text)).toBe(text)
    expect(line.parse(text)).toBe(text)
  })

  const numbers = leaves.filter((leaf) => typeOf(leaf) === 'number')
  it.each(numbers)('has a bound above $path', ({ schema }) => {
    for (const value of [1e308, -1e308, Infinity, Number.NaN])
      expect([value, (schema as z.ZodType).safeParse(value).success]).toEqual([value, false])
  })
})
