import {
  EncodedAudioPacketSource,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  NullTarget,
  Output,
  type Rotation,
} from 'mediabunny'
import { boxAt, finishIndex } from '../source/mp4-index'

/** The beginning of a CMAF file, and the facts that its segments need. */
export interface CmafInit {
  /** `ftyp moov` */
  bytes: Uint8Array<ArrayBuffer>
  video: CmafTrack
  audio: CmafTrack | null
}

export interface CmafTrack {
  id: number
  /** Ticks a second. */
  timescale: number
}

export interface PictureFormat {
  /** For H.264, with a description. */
  decoderConfig: VideoDecoderConfig
  rotation: Rotation
  flip: boolean
}

/**
 * Describes one track of H.264 and at most one of AAC. The muxer produces it: a fragmented file without
 * packets.
 */
export async function makeInit(
  { decoderConfig, rotation, flip }: PictureFormat,
  sound: AudioDecoderConfig | null,
): Promise<CmafInit> {
  const boxes: Uint8Array[] = []
  const keep = (data: Uint8Array) => void boxes.push(data.slice())
  const format = new Mp4OutputFormat({ fastStart: 'fragmented', onFtyp: keep, onMoov: keep })
  const output = new Output({ format, target: new NullTarget() })
  output.addVideoTrack(new EncodedVideoPacketSource('avc'), { decoderConfig, rotation, flip })
  if (sound) output.addAudioTrack(new EncodedAudioPacketSource('aac'), { decoderConfig: sound })
  await output.start()
  await output.finalize()

  const [ftyp, moov] = boxes
  if (!ftyp || !moov) throw new TypeError('The muxer wrote no index.')
  finishIndex(moov, 0)
  const [video, audio = null] = tracksOf(moov)
  if (!video) throw new TypeError('The muxer wrote no track.')
  const bytes = new Uint8Array(ftyp.length + moov.length)
  bytes.set(ftyp)
  bytes.set(moov, ftyp.length)
  return { bytes, video, audio }
}

/** Returns the tracks of a `moov` in their order. */
function tracksOf(moov: Uint8Array): CmafTrack[] {
  const view = new DataView(moov.buffer, moov.byteOffset, moov.byteLength)
  return children(view, 0)
    .filter(({ type }) => type === 'trak')
    .map(({ at }) => {
      const inside = children(view, at)
      const tkhd = place(inside, 'tkhd')
      const mdhd = place(children(view, place(inside, 'mdia')), 'mdhd')
      return { id: field(view, tkhd), timescale: field(view, mdhd) }
    })
}

function children(view: DataView, parent: number): { type: string; at: number }[] {
  const end = parent + boxAt(view, parent).size
  const found = []
  for (let at = parent + 8; at < end; at += boxAt(view, at).size) {
    found.push({ type: boxAt(view, at).type, at })
  }
  return found
}

function place(boxes: { type: string; at: number }[], type: string): number {
  const found = boxes.find((each) => each.type === type)
  if (!found) throw new TypeError(`The muxer wrote no ${type}.`)
  return found.at
}

/** Reads the number after creation and modification time: a track's ID in `tkhd`, its timescale in `mdhd`. */
function field(view: DataView, at: number): number {
  return view.getUint32(at + (view.getUint8(at + 8) === 1 ? 28 : 20))
}
