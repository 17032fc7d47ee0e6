import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { areSecure, listed, secretGuard } from '#worker/policy/secret-guard'

const good = 'uH3x9qLw0TzB7vNc'

it('lets a secret through that was made at random', () => {
  const guard = secretGuard()
  for (let made = 0; made < 200; made += 1) {
    expect(guard(`KEY_${made}`, randomBytes(16).toString('base64url'))).toBeNull()
    expect(guard(`HEX_${made}`, randomBytes(16).toString('hex'))).toBeNull()
  }
})

it.each([
  ['blank', ''],
  ['spaces alone', ' '.repeat(40)],
  ['15 characters', good.slice(1)],
  ['15 characters between spaces', ` ${good.slice(1)} `],
  ['7 different characters', 'abcdefgabcdefggfedcba'],
  ['one character', 'x'.repeat(64)],
  ['a text that is repeated', 'password'.repeat(3)],
  ['16 characters twice', good.repeat(2)],
  ['a text three times', 'abcdefgh12'.repeat(3)],
])('finds one easy to guess: %s', (_, secret) => {
  expect(secretGuard()('KEY', secret)).toBe('is blank, short or easy to guess')
})

it.each([
  ['16 characters', good],
  ['8 different characters', 'abcdefghgfedcbaabc'],
  ['17 characters twice', `${good}!`.repeat(2)],
  ['a text that is nearly repeated', `${good.repeat(2)}!`],
  ['a text that is repeated behind another', `!${good.repeat(2)}`],
])('takes %s', (_, secret) => {
  expect(secretGuard()('KEY', secret)).toBeNull()
})

it('finds the placeholder of the example, wherever it stands', () => {
  for (const secret of ['replace-me', `key:replace-me-${good}`])
    expect(secretGuard()('KEY', secret)).toBe('still holds the placeholder of .dev.vars.example')
})

it('names who has the same secret already, and says when it is the same variable', () => {
  const guard = secretGuard()
  expect(guard('SESSION_KEYS', good)).toBeNull()
  expect(guard('MEDIA_KEY', good)).toBe('repeats the secret of SESSION_KEYS')
  expect(guard('VIEWER_KEY', good)).toBe('repeats the secret of SESSION_KEYS')
  expect(guard('SESSION_KEYS', good)).toBe('holds one secret twice')
  // Another guard hasn't seen any secret.
  expect(secretGuard()('MEDIA_KEY', good)).toBeNull()
})

it.each([
  [[], true],
  [['https://a.test'], true],
  [['https://a.test', 'https://b.test/path'], true],
  [['http://a.test'], false],
  [['https://a.test', 'http://b.test'], false],
  [['a.test'], false],
  [['ftp://a.test'], false],
])('%j are reached by TLS: %s', (addresses, expected) => {
  expect(areSecure(addresses)).toBe(expected)
})

it('splits a list at its commas, without blanks and gaps', () => {
  expect(listed(' a, b ,,c d, ')).toEqual(['a', 'b', 'c d'])
  expect(listed('')).toEqual([])
})
