import type { Chance } from './chance'

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

/** Texts that have broken other programs. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\t',
  '0',
  '-1',
  'null',
  'undefined',
  'NaN',
  'true',
  '[object Object]',
  '\u0000',
  'a\u0000b',
  '\u202eevil\u202c',
  '\u200b\u200d\ufeff',
  '\ud800',
  '\udc00x',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'e\u0301'.repeat(50),
  'ﷺ'.repeat(20),
  'İstanbul',
  'ß'.repeat(100),
  'a'.repeat(5000),
  '😀'.repeat(600),
  "' or '1'='1",
  "'; drop table users; --",
  '") OR 1=1 --',
  '" AND * NEAR(a b)',
  'a* OR b*',
  '%',
  '_%_%',
  '\\',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</script><svg onload=alert(1)>',
  'javascript:alert(1)',
  'data:text/html,<b>x</b>',
  'http://127.0.0.1/',
  'http://[::1]:8787/',
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  'C:\\boot.ini',
  '/media/a/b',
  '{{7*7}}',
  '%s%n%x',
  'line\r\nset-cookie: a=b',
  '=1+1',
  '9007199254740993',
  '1e308',
  '-0',
  '0x10',
  '1_000',
  '１２',
  '٣',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  'AAAAAAAAAAAAAAAAAAAAAA',
]

export const hostileNumbers: readonly number[] = [
  0,
  -0,
  -1,
  0.5,
  1e-7,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  2 ** 63,
  1e21,
  1e308,
  -1e308,
  8.64e15,
  8.64e15 + 1,
]

/** Returns a value of any kind that a field may not expect. */
export function hostileValue(chance: Chance): unknown {
  switch (chance.int(9)) {
    case 0:
    case 1:
    case 2:
      return chance.pick(hostileTexts)
    case 3:
    case 4:
      return chance.pick(hostileNumbers)
    case 5:
      return chance.pick([null, true, false])
    case 6:
      return chance.pick([[], [null], ['a', 1, {}], Array.from({ length: 1000 }, () => 1)])
    case 7:
      return chance.pick<object>([{}, { length: 1 }, { toString: 'x' }, { a: { b: { c: {} } } }])
    default:
      return JSON.parse(deep(chance.pick([3, 100, 1000])))
  }
}

/** Returns a copy of a body with a single thing wrong: a field changed, missing or added, or the whole. */
export function withOneFault(chance: Chance, body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return hostileValue(chance)
  const copy = structuredClone(body) as Record<string, unknown>
  const names = Object.keys(copy)
  const name = names.length > 0 ? chance.pick(names) : ''
  switch (chance.int(7)) {
    case 0:
      delete copy[name]
      return copy
    case 1:
      return {
        ...copy,
        [chance.pick(['isAdmin', 'userId', 'constructor', 'id', 'hold'])]: hostileValue(chance),
      }
    case 2:
      return withOwnKey(copy, '__proto__', { isAdmin: true })
    case 3:
      return Array.isArray(copy) ? {} : [copy]
    case 4: {
      const inner = copy[name]
      return typeof inner === 'object' && inner !== null
        ? { ...copy, [name]: withOneFault(chance, inner) }
        : copy
    }
    default:
      return name === '' ? hostileValue(chance) : { ...copy, [name]: hostileValue(chance) }
  }
}

/** Returns an object with a key as a parser of JSON adds it, which a literal can't do with every key. */
function withOwnKey(object: object, key: string, value: unknown): object {
  return Object.defineProperty({ ...object }, key, { value, enumerable: true })
}

/** Bodies that don't match their type. */
export const brokenBodies: readonly (readonly [body: string, type: string])[] = [
  ['', 'application/json'],
  ['{', 'application/json'],
  ['{"a":1}}', 'application/json'],
  ['{"a":NaN}', 'application/json'],
  ["{'a':1}", 'application/json'],
  ['\ufeff{}', 'application/json'],
  ['\u0000', 'application/json'],
  ['null', 'application/json'],
  ['"text"', 'application/json'],
  ['[]', 'application/json; charset=utf-16'],
  [deep(5000), 'application/json'],
  [`{"a":"${'x'.repeat(70_000)}"}`, 'application/json'],
  ['{"a":1,"a":2,"__proto__":{"b":1}}', 'application/json'],
  ['a=1&b=2', 'application/x-www-form-urlencoded'],
  ['{}', 'text/plain'],
  ['{}', 'APPLICATION/JSON ; x'],
  ['<a/>', 'application/xml'],
  ['{}', 'multipart/form-data; boundary=x'],
  ['WEBVTT', 'text/vtt'],
]

/** Headers that a browser wouldn't send like this. Most of them don't change who may get what. */
export const oddHeaders: readonly Readonly<Record<string, string>>[] = [
  { range: 'bytes=0-0' },
  { range: 'bytes=-1' },
  { range: 'bytes=5-1' },
  { range: 'bytes=0-0,2-3' },
  { range: 'bytes=99999999999999999999-' },
  { range: 'pages=1-2' },
  { range: 'bytes=0-9', 'if-range': '"x"' },
  { range: 'bytes=0-9', 'if-range': 'Wed, 21 Oct 2015 07:28:00 GMT' },
  { 'if-match': '*' },
  { 'if-match': '"x"' },
  { 'if-none-match': '*' },
  { 'if-none-match': 'W/"x", "y"' },
  { 'if-modified-since': 'never' },
  { accept: 'text/html' },
  { accept: 'application/xml;q=0.9' },
  { accept: '*/*;q=nothing' },
  { 'accept-encoding': 'br;q=0, identity;q=0' },
  { 'accept-language': 'x'.repeat(2000) },
  { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' },
  { 'sec-fetch-dest': 'iframe' },
  { 'user-agent': '' },
  { 'user-agent': "'; drop table sessions; --".repeat(20) },
  { authorization: 'Bearer ey.ey.ey' },
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-test-region': 'ZZ-\'"' },
  { 'x-d1-bookmark': 'x' },
  { referer: 'http://evil.test/' },
  { 'content-encoding': 'gzip' },
  { 'content-digest': 'sha-256=:AAAA:' },
  { expect: '100-continue' },
]

/** Headers with which every write is refused at once. */
export const foreignHeaders: readonly Readonly<Record<string, string>>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': '' },
  { 'sec-fetch-site': 'cross-site', origin: 'null' },
]
