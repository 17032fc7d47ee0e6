import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Control } from './control.ts'
import { handleFiles } from './files/handle.ts'
import { Mailbox } from './mail/mailbox.ts'
import { answerWith } from './payments/bridge.ts'
import { readPage } from './payments/pages.ts'
import { createPaymentsSandbox, isOfPayments, type PaymentsSandbox } from './payments/sandbox.ts'
import { readState, writeState } from './payments/state-file.ts'

export interface Sandbox {
  origin: string
  payments: PaymentsSandbox
  close(): Promise<void>
}

interface Options {
  /** URL for webhooks; without it they wait until delivered explicitly. */
  siteOrigin?: string
  /** Keeps orders and money over a restart. */
  stateFile?: string
}

/** How often due webhooks are delivered. */
const pumpEvery = 200

/** Starts the outside world on the loopback; port 0 takes a free one. */
export async function startSandbox(port: number, options: Options = {}): Promise<Sandbox> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const { stateFile, siteOrigin } = options
  const state = stateFile ? await readState(stateFile) : undefined
  const payments = createPaymentsSandbox({
    origin,
    siteOrigin: siteOrigin ?? 'http://localhost:8787',
    page: readPage,
    deliver: (request) => fetch(request, { signal: AbortSignal.timeout(10_000) }),
    ...(state && { state }),
  })
  await payments.ready()
  const mailbox = new Mailbox()
  const control = new Control(payments, mailbox)
  let saving = Promise.resolve()
  // One at a time: they write the same file.
  const save = () => {
    if (stateFile) saving = saving.then(() => writeState(stateFile, payments.state))
    return saving
  }
  server.on('request', (request, response) => {
    answer({ control, payments, mailbox }, origin, request, response)
      .then(() => (request.method === 'GET' ? undefined : save()))
      .catch((error: unknown) => {
        if (response.headersSent) response.destroy()
        else response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error))
      })
  })
  let pumping: Promise<void> | null = null
  const pump = setInterval(() => {
    if (siteOrigin) pumping ??= payments.webhooks.pump().finally(() => (pumping = null))
  }, pumpEvery)
  return {
    origin: origin.replace('localhost', '127.0.0.1'),
    payments,
    close: async () => {
      clearInterval(pump)
      await save()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        // Hanging and endless answers would keep it open for ever.
        server.closeAllConnections()
      })
    },
  }
}

interface Parts {
  control: Control
  payments: PaymentsSandbox
  mailbox: Mailbox
}

async function answer(
  { control, payments, mailbox }: Parts,
  origin: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://sandbox')
  if (/^\/__ctl(\/|$)/.test(url.pathname)) return control.handle(request, response, url.pathname.slice(7))
  control.record(request)
  if (isOfPayments(url.pathname)) {
    return answerWith(payments, origin, request, response)
  }
  if (/^\/mail(\/|$)/.test(url.pathname)) return answerWith(mailbox, origin, request, response)
  if (await control.applyFault(url.pathname, response)) return
  if (url.pathname.startsWith('/files/')) return handleFiles(request, response, url)
  response.writeHead(404).end()
}

if (import.meta.main) {
  const { SANDBOX_PORT, SITE_ORIGIN, SANDBOX_STATE } = process.env
  const sandbox = await startSandbox(Number(SANDBOX_PORT ?? 8790), {
    siteOrigin: SITE_ORIGIN ?? 'http://localhost:8787',
    ...(SANDBOX_STATE && { stateFile: SANDBOX_STATE }),
  })
  process.stdout.write(`Sandbox on ${sandbox.origin}\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void sandbox.close().then(() => process.exit(0)))
  }
}
