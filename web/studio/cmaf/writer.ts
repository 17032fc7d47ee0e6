import type { RandomAccessFile } from '../files/sync-file'
import { type CodedSample, renderFragment } from './fragment'
import type { CmafInit } from './init'
import { renderIndex, roomForIndex } from './segment-index'

/** A segment in the file. */
export interface WrittenSegment {
  bytes: number
  /** Seconds at which its first frame is shown, and at which the next segment begins. */
  start: number
  end: number
}

/**
 * Writes `ftyp moov sidx free (moof mdat)+` into a file. Segments come first, behind the room reserved for
 * the header, so an interrupted file can be continued as long as its segments are known.
 */
export class CmafWriter {
  readonly #file: RandomAccessFile
  readonly #init: CmafInit
  readonly #room: number
  readonly #segments: WrittenSegment[]
  #at: number

  /** `mostSegments` is the capacity of the index, `written` the segments already in the file. */
  constructor(
    file: RandomAccessFile,
    init: CmafInit,
    mostSegments: number,
    written: readonly WrittenSegment[] = [],
  ) {
    this.#file = file
    this.#init = init
    this.#room = roomForIndex(mostSegments)
    this.#segments = [...written]
    this.#at = written.reduce((sum, { bytes }) => sum + bytes, init.bytes.length + this.#room)
    // Removes bytes that a crash left behind the last known segment.
    if (file.getSize() > this.#at) file.truncate(this.#at)
  }

  get segments(): readonly WrittenSegment[] {
    return this.#segments
  }

  /** The file's size with these segments. */
  get size(): number {
    return this.#at
  }

  /** Adds a segment; its picture begins with a key frame. `end` is where the next one begins, in seconds. */
  add(picture: readonly CodedSample[], sound: readonly CodedSample[], end: number): void {
    const { video, audio } = this.#init
    const start = Math.min(...picture.map(({ timestamp }) => timestamp))
    const lastSound = sound.at(-1)
    const runs = [{ ...video, samples: picture, end }]
    if (audio && lastSound) {
      // The last packet counts as long as the one before it; the next segment gives its own time.
      const before = sound.at(-2)?.timestamp ?? lastSound.timestamp
      runs.push({ ...audio, samples: sound, end: 2 * lastSound.timestamp - before })
    }
    const bytes = renderFragment(this.#segments.length + 1, runs)
    this.#file.write(bytes, { at: this.#at })
    this.#at += bytes.length
    this.#segments.push({ bytes: bytes.length, start, end })
  }

  /** Writes the beginning of the file, which is then complete. */
  finish(): void {
    const { id, timescale } = this.#init.video
    const ticks = (seconds: number) => Math.round(seconds * timescale)
    const segments = this.#segments.map(({ bytes, start, end }, index) => ({
      bytes,
      duration: ticks(this.#segments[index + 1]?.start ?? end) - ticks(start),
    }))
    const start = ticks(this.#segments[0]?.start ?? 0)
    this.#file.write(this.#init.bytes, { at: 0 })
    this.#file.write(renderIndex({ trackId: id, timescale, start, segments }, this.#room), {
      at: this.#init.bytes.length,
    })
  }
}
