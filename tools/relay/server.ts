import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// Runs on a machine of its own, without the rest of the repository: it imports nothing but Node.

/** The only host it calls. */
export const dataLink = 'https://datalink.ccbill.com'
/** The only paths, exactly as written there. */
const paths = ['/utils/subscriptionManagement.cgi', '/data/main.cgi']
const methods = ['GET', 'POST']

const secretLength = 32
const longestRequest = 8 * 1024
/** An extract of a busy day has some thousand lines. */
const longestAnswer = 4 * 1024 * 1024
/** Milliseconds. The site itself gives up after ten seconds. */
const answerTimeout = 15_000

export interface RelayOptions {
  secret: string
  port: number
  host?: string
  /** For tests: another place to forward to. */
  target?: string
  /** Milliseconds to wait for DataLink. */
  timeout?: number
  log?: (line: string) => void
}

export interface Relay {
  port: number
  close(): Promise<void>
}

/** Returns a sentence about what is wrong in the relay's environment; null if nothing is. */
export function fault(env: Record<string, string | undefined>): string | null {
  const { RELAY_SECRET = '', RELAY_PORT = '8970' } = env
  if (RELAY_SECRET.trim().length < secretLength)
    return `RELAY_SECRET must have at least ${secretLength} characters: the same as the site's CCBILL_RELAY_SECRET. \`openssl rand -base64 48\` makes one.`
  if (!/^\d{1,5}$/.test(RELAY_PORT) || Number(RELAY_PORT) > 65_535)
    return 'RELAY_PORT must be the number of a port, such as 8970.'
  return null
}

/**
 * Forwards the site's calls to CCBill's DataLink, which only answers IP addresses registered with CCBill.
 * With the secret, two paths of one host can be reached, and nothing else.
 */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const { port, host = '127.0.0.1', log = () => undefined } = options
  const server = createServer({ maxHeaderSize: 8 * 1024 }, (request, response) => {
    const from = Date.now()
    answer(options, request)
      .catch(() => refusal(500))
      .then(({ status, type, body }) => {
        send(response, status, type, body)
        // Logs neither query nor body: they hold DataLink's password.
        log(`${request.method} ${knownPath(request) ?? 'another path'} ${status} ${Date.now() - from} ms`)
      })
  })
  server.headersTimeout = 5000
  server.requestTimeout = 10_000
  server.maxConnections = 50
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Answer {
  status: number
  type: string
  body: string
}

async function answer(options: RelayOptions, request: IncomingMessage): Promise<Answer> {
  // Checked first: without the secret a caller learns nothing, not even which paths there are.
  if (!isAllowed(options.secret, request.headers.authorization)) return refusal(401)
  const path = knownPath(request)
  if (path === null) return refusal(404)
  if (!methods.includes(request.method ?? '')) return refusal(405)
  const body = await readUpTo(request, longestRequest)
  if (body === null) return refusal(413)
  return forward(options, request, path, body)
}

async function forward(
  { target = dataLink, timeout = answerTimeout }: RelayOptions,
  request: IncomingMessage,
  path: string,
  body: string,
): Promise<Answer> {
  const query = request.url?.slice(path.length) ?? ''
  try {
    const response = await fetch(`${target}${path}${query}`, {
      method: request.method ?? 'GET',
      ...(request.method === 'POST' && {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
      }),
      // A redirect may lead anywhere.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    })
    if (response.status >= 300 && response.status < 400) return refusal(502)
    const text = await readUpTo(response.body ?? [], longestAnswer)
    if (text === null) return refusal(502)
    const type = response.headers.get('content-type') ?? 'text/plain'
    return { status: response.status, type, body: text }
  } catch (error) {
    return refusal(error instanceof Error && error.name === 'TimeoutError' ? 504 : 502)
  }
}

/**
 * Returns the path if it is one of those forwarded, character by character: nothing is decoded or resolved.
 */
function knownPath({ url = '' }: IncomingMessage): string | null {
  const [path = ''] = url.split('?')
  return paths.find((known) => known === path) ?? null
}

/** Compares the secret in constant time, regardless of the header. */
function isAllowed(secret: string, header = ''): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(header), hash(`Bearer ${secret}`))
}

/** Returns the text; null if it is longer than `atMost` bytes. */
async function readUpTo(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, atMost: number) {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of source) {
    length += chunk.length
    if (length > atMost) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const reasons: Record<number, string> = {
  401: 'The secret is missing or wrong.',
  404: 'This path is not forwarded.',
  405: 'Only GET and POST are forwarded.',
  413: 'The request is too long.',
  500: 'The relay failed.',
  502: "DataLink couldn't be reached, or its answer can't be passed on.",
  504: "DataLink didn't answer in time.",
}

function refusal(status: number): Answer {
  return { status, type: 'text/plain', body: `${reasons[status]}\n` }
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  // The rest of a request that is too long isn't read.
  response.writeHead(status, { 'content-type': type, ...(status === 413 && { connection: 'close' }) })
  response.end(body)
}
