import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface DelayLine {
  port: number
  /** Milliseconds of a round trip, for all data sent from now on. */
  roundTrip: number
  stop(): void
}

/**
 * Opens a port whose connections go to another port of this machine. Data takes half a round trip each way,
 * and a whole one more before the first byte, as a handshake does. Not modelled: TLS, and a line that is
 * narrow or loses packets. Nor is HTTP/2, since the site speaks HTTP/1.1 here: a browser asks for six files
 * at a time.
 */
export async function openDelayLine(target: number, port = 0): Promise<DelayLine> {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.setNoDelay()
    // The other end hears of it by `close`.
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    return socket
  }
  const server = createServer((viewer) => {
    const site = connect({ port: target, host: 'localhost', noDelay: true })
    pass(keep(viewer), keep(site), line)
    pass(site, viewer, line)
    viewer.pause()
    setTimeout(() => viewer.resume(), line.roundTrip)
  }).listen(port, 'localhost')
  await once(server, 'listening')
  const line: DelayLine = {
    port: (server.address() as AddressInfo).port,
    roundTrip: 0,
    stop: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
  return line
}

/** Passes data on from one end to the other, half a round trip later. */
function pass(from: Socket, to: Socket, line: { roundTrip: number }): void {
  const later = (work: () => void) => setTimeout(work, line.roundTrip / 2)
  from.on('data', (chunk) =>
    later(() => {
      if (to.destroyed || to.write(chunk)) return
      from.pause()
      to.once('drain', () => from.resume())
    }),
  )
  from.once('end', () => later(() => to.end()))
  from.once('close', () => later(() => to.destroy()))
}
