import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Control } from './control.ts'
import { handleFiles } from './files/handle.ts'

/** A service of the outside world, played locally. One folder each. */
type Service = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>

const services: Record<string, Service> = { '/files/': handleFiles }

export interface Sandbox {
  origin: string
  close(): Promise<void>
}

/** Starts the outside world on the loopback; port 0 takes a free one. */
export async function startSandbox(port: number): Promise<Sandbox> {
  const control = new Control()
  const server = createServer((request, response) => {
    answer(control, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        // Hanging and endless answers would keep it open for ever.
        server.closeAllConnections()
      }),
  }
}

async function answer(control: Control, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://sandbox')
  if (url.pathname === '/__ctl') return control.handle(request, response)
  control.record(request)
  if (await control.applyFault(url.pathname, response)) return
  const prefix = Object.keys(services).find((one) => url.pathname.startsWith(one))
  const service = prefix && services[prefix]
  if (service) return service(request, response, url)
  response.writeHead(404).end()
}

if (import.meta.main) {
  const sandbox = await startSandbox(Number(process.env.SANDBOX_PORT ?? 8790))
  process.stdout.write(`Sandbox on ${sandbox.origin}\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void sandbox.close().then(() => process.exit(0)))
  }
}
