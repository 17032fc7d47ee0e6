import fc from 'fast-check'
import { removalRequest } from '#contract/schemas/moderation/safety'
import { giftCodeBytes, giftCodeOf } from '#contract/values/payments/gift-codes'
import { legalPages } from '#contract/values/site/legal'
import { pages } from '#worker/routes/pages'
import { testVars } from '../vars'
import { vtt } from '../videos/captions'
import type { Chance } from './chance'
import { fixedFields, fixedParameters, poolOfField, poolOfParameter, uploadOfField } from './harvest'
import { brokenBodies, foreignHeaders, hostileTexts, oddHeaders, withOneFault } from './hostile'
import type { Person } from './people'
import type { Pool } from './pool'
import type { FuzzRoute } from './routes'
import { inputFor, type Making } from './value-of'

export interface Sent {
  method: string
  path: string
  body?: BodyInit
  headers: Record<string, string>
  /** Whether the headers of a browser's own request are left out. */
  withoutMetadata: boolean
}

/** `near`: valid except for one thing. */
export type Kind = 'valid' | 'near' | 'hostile'

interface Given {
  chance: Chance
  pool: Pool
  person: Person
}

/** Makes a request to a route, for the person who sends it. */
export async function makeRequest(
  { chance, pool }: { chance: Chance; pool: Pool },
  { route, person, kind }: { route: FuzzRoute; person: Person; kind: Kind },
): Promise<Sent> {
  const making: Making = { chance, known: (name) => knownFor(name, { chance, pool }, { route, person }) }
  const sent: Sent = {
    method: route.method,
    path: pathOf(route, { chance, pool, person }),
    headers: {},
    withoutMetadata: false,
  }
  let query = route.reads.query ? (inputFor(route.reads.query, making) as Record<string, unknown>) : {}
  let body = route.reads.json && inputFor(route.reads.json, making)
  const fault = kind === 'valid' ? 'none' : chance.pick(faultsOf(route, kind))
  if (fault === 'body') body = withOneFault(chance, body)
  if (fault === 'query') query = { ...query, ...oddQuery(chance, Object.keys(query)) }
  if (fault === 'path') sent.path = withOddPart(chance, route)
  if (fault === 'headers') Object.assign(sent.headers, chance.pick(oddHeaders), chance.pick(oddHeaders))
  if (fault === 'method')
    sent.method = chance.pick(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'])
  if (fault === 'origin') sent.withoutMetadata = true
  if (fault === 'foreign') Object.assign(sent.headers, chance.pick(foreignHeaders))
  sent.path += queryText(query, chance, fault === 'query')
  if (sent.method === 'GET' || sent.method === 'HEAD') return sent
  if (body !== undefined) {
    sent.body = JSON.stringify(body)
    sent.headers['content-type'] ??= 'application/json'
  } else await addBytes(sent, route, making)
  if (fault === 'broken') {
    const [text, type] = chance.pick(brokenBodies)
    sent.body = text
    sent.headers['content-type'] = type
  }
  return sent
}

type Fault = 'body' | 'query' | 'path' | 'headers' | 'method' | 'origin' | 'foreign' | 'broken'

function faultsOf({ method, path, reads }: FuzzRoute, kind: Kind): Fault[] {
  const takes: Fault[] = [
    ...(reads.json ? (['body', 'body', 'body'] as const) : []),
    ...(path.includes(':') ? (['path'] as const) : []),
  ]
  if (kind === 'near') return [...takes, 'query', 'headers', 'headers', 'origin']
  return [...takes, 'path', 'query', 'method', 'foreign', ...(method === 'GET' ? [] : (['broken'] as const))]
}

function knownFor(
  name: string,
  { chance, pool }: { chance: Chance; pool: Pool },
  { route, person }: { route: FuzzRoute; person: Person },
): unknown {
  if (name === 'cursor') {
    const own = pool.pick(chance, `cursors of ${route.path}`)
    return chance.of100(80) ? own : pool.pick(chance, 'cursors')
  }
  if (name === 'url' && chance.of100(60))
    return `${testVars.SITE_ORIGIN}/video/${pool.pick(chance, 'videos')}`
  if (name === 'code' && route.path.includes('/gift-codes'))
    return pool.pick(chance, 'giftCodes') ?? unknownGiftCode
  const fixed = fixedFields[name]
  if (fixed) return chance.pick(fixed)
  const upload = uploadOfField[name]
  if (upload !== undefined) {
    return (
      (chance.of100(80) && pool.pick(chance, `${upload} of ${person.id}`)) || pool.pick(chance, 'uploads')
    )
  }
  const kind = poolOfField[name] ?? name
  const found = chance.of100(90) ? pool.pick(chance, kind) : undefined
  // In a query, numbers are texts.
  const isNumber = found !== undefined && /^\d{1,15}$/.test(found) && route.method !== 'GET'
  return isNumber ? Number(found) : found
}

/** A code that no one made. */
const unknownGiftCode = giftCodeOf(new Uint8Array(giftCodeBytes))

/** Samples of the pages' URLs. */
const samplesOfPages = pages.flatMap(({ path }, index) =>
  fc.sample(fc.stringMatching(path, { maxLength: 60 }), { seed: index, numRuns: 3 }),
)
const otherPages = [
  '/nothing',
  '/favicon.svg',
  '/card.png',
  '/assets/x.js',
  '/.x',
  '/api',
  '/media',
  '//x',
  '/a.b/',
]

function pathOf({ path }: FuzzRoute, given: Given): string {
  const { chance, pool } = given
  if (path === '/*') {
    const id = pool.pick(chance, 'videos')
    return chance.pick([...samplesOfPages, `/video/${id}`, `/edit-video/${id}`, ...otherPages])
  }
  if (path === '/media/:token/:file') return pool.pick(chance, 'media') ?? '/media/a.b/source.mp4'
  const parts = path.split('/')
  return parts
    .map((part, index) => {
      const name = /^:(\w+)/.exec(part)?.[1]
      if (name === undefined) return part
      return encodeURIComponent(parameterOf(name, parts[index - 1] ?? '', given))
    })
    .join('/')
}

function parameterOf(name: string, before: string, { chance, pool, person }: Given): string {
  const fixed = before === 'legal' ? legalPages : fixedParameters[name]
  if (fixed) return chance.pick(fixed)
  const kind = poolOfParameter(name, before)
  const own = chance.of100(45) ? pool.pick(chance, `${kind} of ${person.id}`) : undefined
  const known = own ?? (chance.of100(95) ? pool.pick(chance, kind) : undefined)
  return known ?? chance.pick(['1', '999999999', 'AAAAAAAAAAAAAAAAAAAAAA'])
}

const oddParts = [
  ...hostileTexts.filter((text) => text !== '' && text.length < 2000),
  '1.5',
  '01',
  '+1',
  '1e3',
]

function withOddPart(chance: Chance, { path }: FuzzRoute): string {
  const filled = path.replace('*', ':rest').split('/')
  const places = filled.flatMap((part, index) => (part.startsWith(':') ? [index] : []))
  const place = places.length > 0 ? chance.pick(places) : filled.length
  filled[place] = encodeURIComponent(toWellFormed(chance.pick(oddParts)))
  const path_ = filled.map((part) => (part.startsWith(':') ? '1' : part)).join('/')
  return chance.of100(20)
    ? `${path_}${chance.pick(['/', '//', '%00', '%', '%ff', '/..%2f..', ';a=b', '%2e'])}`
    : path_
}

/** Returns a text without halves of surrogate pairs, which a URL can't have. */
function toWellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
}

function oddQuery(chance: Chance, names: string[]): Record<string, unknown> {
  const name = chance.pick([...names, 'limit', 'cursor', 'q', 'key', '__proto__', 'a[b]', 'constructor'])
  const odd = () => toWellFormed(chance.pick(hostileTexts))
  return { [name]: chance.of100(30) ? [odd(), odd()] : odd() }
}

function queryText(query: Record<string, unknown>, chance: Chance, mayRepeat: boolean): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) && mayRepeat ? value : [value]).map(
      (each) => `${encodeURIComponent(name)}=${encodeURIComponent(toWellFormed(String(each)))}`,
    ),
  )
  if (mayRepeat && pairs.length > 0 && chance.of100(30)) pairs.push(chance.pick(pairs))
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

const png = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (char) => char.charCodeAt(0),
)

/** Adds a body to the routes that take something other than JSON. */
async function addBytes(sent: Sent, { method, path }: FuzzRoute, making: Making): Promise<void> {
  const { chance } = making
  if (method === 'PUT' && path.includes('/captions/')) {
    sent.body = chance.of100(80) ? vtt(chance.pick(hostileTexts)) : chance.pick(hostileTexts)
    sent.headers['content-type'] = 'text/vtt'
  } else if (path === '/removal') {
    const typed = Object.entries(inputFor(removalRequest, making) as Record<string, unknown>)
    sent.body = new URLSearchParams(
      typed.map(([name, value]) => [name, toWellFormed(String(value))]),
    ).toString()
    sent.headers['content-type'] ??= 'application/x-www-form-urlencoded'
  } else if (path.endsWith('/logo')) {
    sent.body = chance.of100(70) ? png : png.slice(0, chance.int(png.length))
    sent.headers['content-type'] = 'image/png'
  } else if (path.includes('/parts/')) {
    const bytes = new Uint8Array(chance.between(1, 400)).fill(chance.int(256))
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    sent.body = bytes
    sent.headers['content-length'] = String(bytes.length)
    sent.headers['content-digest'] ??= `sha-256=:${btoa(String.fromCharCode(...digest))}:`
  } else if (path.startsWith('/api/webhooks/')) {
    sent.body = JSON.stringify({
      id: 'WH-1',
      event_type: 'PAYMENT.CAPTURE.COMPLETED',
      event: 'payment.captured',
    })
    sent.headers['content-type'] = 'application/json'
  }
}
