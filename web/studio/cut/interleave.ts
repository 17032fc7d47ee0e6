import type { EncodedPacket } from 'mediabunny'

/** A track being copied: where its packets come from and where they go. */
export interface Lane {
  packets: AsyncGenerator<EncodedPacket, void, unknown>
  add(packet: EncodedPacket): Promise<void>
  close(): void
}

interface InterleaveOptions {
  signal: AbortSignal
  /** Seconds by which all times move towards zero. */
  shift: number
  /** For containers without negative times. */
  clampsToZero: boolean
  onTime: (seconds: number) => void
}

interface Running {
  lane: Lane
  next: EncodedPacket
  /** The latest time added so far; packets come in decoding order, so times go back and forth. */
  latest: number
}

/** Adds the packets of all lanes in order of time, so that picture and sound lie side by side. */
export async function interleave(lanes: Lane[], options: InterleaveOptions): Promise<void> {
  const running: Running[] = []
  for (const lane of lanes) {
    const next = await nextPacket(lane)
    if (next) running.push({ lane, next, latest: Number.NEGATIVE_INFINITY })
  }
  while (running.length > 0) {
    options.signal.throwIfAborted()
    const current = running.reduce((first, each) =>
      each.next.timestamp < first.next.timestamp ? each : first,
    )
    await addPacket(current, options)
    const next = await nextPacket(current.lane)
    if (next) current.next = next
    else running.splice(running.indexOf(current), 1)
  }
}

async function addPacket(
  running: Running,
  { shift, clampsToZero, onTime }: InterleaveOptions,
): Promise<void> {
  const time = running.next.timestamp - shift
  const timestamp = clampsToZero ? Math.max(0, time) : time
  // Some files mark a key frame that comes before frames already seen, which muxers refuse.
  const type = timestamp < running.latest ? 'delta' : running.next.type
  running.latest = Math.max(running.latest, timestamp)
  // Side data is an alpha channel, which none of our players shows.
  await running.lane.add(running.next.clone({ timestamp, type, sideData: {} }))
  onTime(timestamp)
}

async function nextPacket(lane: Lane): Promise<EncodedPacket | null> {
  const { value, done } = await lane.packets.next()
  if (!done) return value
  lane.close()
  return null
}
