import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  MkvOutputFormat,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { type FileHashes, hashFile } from '#worker/formats/hash-file'
import { readerOf } from '#worker/formats/read-at'

export const mediaFixture = (name: string): Bytes =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '../../fixtures/media', name)))

const formats = {
  'index in front': () => new Mp4OutputFormat({ fastStart: 'in-memory' }),
  'index behind': () => new Mp4OutputFormat({ fastStart: false }),
  fragments: () => new Mp4OutputFormat({ fastStart: 'fragmented', minimumFragmentDuration: 0.3 }),
  mov: () => new MovOutputFormat({ fastStart: false }),
  mkv: () => new MkvOutputFormat(),
}

export interface Remux {
  to: keyof typeof formats
  soundFirst: boolean
  withoutSound: boolean
  /** Seconds of one track before those of the other. */
  run: number
}

export const containers = Object.keys(formats) as Remux['to'][]

export type Bytes = Uint8Array<ArrayBuffer>

const plain: Remux = { to: 'index in front', soundFirst: false, withoutSound: true, run: 1 }

/** Copies a file's pictures, each of them changed. */
export function rewrite(
  file: Bytes,
  change: (picture: Uint8Array) => Uint8Array,
  to = plain.to,
): Promise<Bytes> {
  return remux(file, { ...plain, to }, change)
}

/** Copies a file's packets into another container, as `ffmpeg -c copy` does. */
export async function remux(
  file: Bytes,
  { to, soundFirst, withoutSound, run }: Remux,
  change = (picture: Uint8Array) => picture,
): Promise<Bytes> {
  const input = new Input({ source: new BufferSource(file), formats: ALL_FORMATS })
  const target = new BufferTarget()
  const output = new Output({ format: formats[to](), target })
  const picture = await input.getPrimaryVideoTrack()
  const sound = withoutSound ? null : await input.getPrimaryAudioTrack()
  const tracks = [picture && (await pictureOf(picture, change)), sound && (await soundOf(sound))].filter(
    (each) => each !== null,
  )
  if (soundFirst) tracks.reverse()
  for (const { source } of tracks) {
    if (source instanceof EncodedVideoPacketSource) output.addVideoTrack(source)
    else output.addAudioTrack(source)
  }
  await output.start()
  const left = tracks.map(({ packets, add }) => ({ packets: [...packets], add }))
  for (let until = run; left.some(({ packets }) => packets.length > 0); until += run) {
    for (const { packets, add } of left) {
      while (packets[0] && packets[0].timestamp < until) await add(packets.shift() as (typeof packets)[0])
    }
  }
  await output.finalize()
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0))
}

async function pictureOf(track: InputVideoTrack, change: (picture: Uint8Array) => Uint8Array) {
  const source = new EncodedVideoPacketSource((await track.getCodec()) ?? 'avc')
  const decoderConfig = await track.getDecoderConfig()
  const about = decoderConfig ? { decoderConfig } : {}
  return {
    source,
    packets: await packetsOf(track),
    add: (packet: Packet) => source.add(packet.clone({ data: change(packet.data) }), about),
  }
}

async function soundOf(track: InputAudioTrack) {
  const source = new EncodedAudioPacketSource((await track.getCodec()) ?? 'aac')
  const decoderConfig = await track.getDecoderConfig()
  const about = decoderConfig ? { decoderConfig } : {}
  return { source, packets: await packetsOf(track), add: (packet: Packet) => source.add(packet, about) }
}

type Packet = Awaited<ReturnType<typeof packetsOf>>[number]

async function packetsOf(track: InputTrack) {
  const packets = []
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet)
  return packets
}

/** Hashes a file as the job does, from chunks of the given size. */
export function hashesOf(file: Uint8Array, chunk = 4096): Promise<FileHashes> {
  const chunks = Array.from({ length: Math.ceil(file.length / chunk) }, (_, at) =>
    file.slice(at * chunk, (at + 1) * chunk),
  )
  const type = file[0] === 0x1a ? 'webm' : 'mp4'
  return hashFile({ chunks, read: readerOf(file), size: file.length, type })
}
