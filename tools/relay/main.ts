import { fault, startRelay } from './server.ts'

// `RELAY_SECRET=… node main.ts`, behind a server that speaks TLS. processors/ccbill/README.md says more.

const problem = fault(process.env)
if (problem !== null) {
  process.stderr.write(`${problem}\n`)
  process.exit(1)
}
const { RELAY_SECRET = '', RELAY_PORT = '8970', RELAY_HOST = '127.0.0.1' } = process.env
const relay = await startRelay({
  secret: RELAY_SECRET.trim(),
  port: Number(RELAY_PORT),
  host: RELAY_HOST,
  log: (line) => process.stdout.write(`${new Date().toISOString()} ${line}\n`),
})
process.stdout.write(`Forwarding to CCBill's DataLink from ${RELAY_HOST}:${relay.port}\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void relay.close().then(() => process.exit(0)))
}
