import type { VideoSample } from 'mediabunny'
import {
  storyboardColumns,
  storyboardRows,
  storyboardSecond,
  storyboardTile,
} from '../../../contract/values/videos/media'
import type { Size } from '../transcode/transcode-size'
import type { WorkFile } from './files'

const jpegQuality = 0.7

/** The thumbnails of a seek bar in one image: a full grid of tiles, drawn as frames come by. */
export class Storyboard {
  readonly #tile: Size
  readonly #duration: number
  readonly #rows: number
  readonly #canvas: OffscreenCanvas
  readonly #context: OffscreenCanvasRenderingContext2D
  #drawn = 0
  #kept = 0

  /** Size of the video as it is shown; duration in seconds. */
  constructor(shown: Size, duration: number) {
    this.#tile = storyboardTile(shown.width, shown.height)
    this.#duration = duration
    this.#rows = storyboardRows(duration)
    this.#canvas = new OffscreenCanvas(this.#tile.width * storyboardColumns, this.#tile.height * this.#rows)
    // Tiles are read back into the file from which a later run continues.
    const context = this.#canvas.getContext('2d', { willReadFrequently: true })
    if (!context) throw new TypeError('This browser has no canvas for a worker.')
    this.#context = context
  }

  get tiles(): number {
    return this.#rows * storyboardColumns
  }

  get drawn(): number {
    return this.#drawn
  }

  /** Returns the seconds that the tiles show. */
  seconds(): number[] {
    return Array.from({ length: this.tiles }, (_, tile) => storyboardSecond(tile, this.#rows, this.#duration))
  }

  /** Draws every tile whose second lies in this frame, or was skipped by the source. */
  take(sample: VideoSample): void {
    const end = sample.timestamp + sample.duration
    while (this.#drawn < this.tiles && storyboardSecond(this.#drawn, this.#rows, this.#duration) < end) {
      this.draw(sample)
    }
  }

  /** Draws the next tile. */
  draw(sample: VideoSample): void {
    const { left, top } = this.#place(this.#drawn)
    sample.draw(this.#context, left, top, this.#tile.width, this.#tile.height)
    this.#drawn++
  }

  /** Saves the new tiles to a file, so that a later run can continue from them. */
  keep(file: WorkFile): void {
    const { width, height } = this.#tile
    for (; this.#kept < this.#drawn; this.#kept++) {
      const { left, top } = this.#place(this.#kept)
      const { data } = this.#context.getImageData(left, top, width, height)
      file.write(new Uint8Array(data.buffer), { at: this.#kept * data.byteLength })
    }
    file.flush()
  }

  /** Restores the tiles of an earlier run. False when they are gone. */
  restore(file: WorkFile, tiles: number): boolean {
    const { width, height } = this.#tile
    const pixels = new ImageData(width, height)
    const bytes = new Uint8Array(pixels.data.byteLength)
    if (file.getSize() < tiles * bytes.byteLength) return false
    for (; this.#drawn < tiles; this.#drawn++) {
      file.read(bytes, { at: this.#drawn * bytes.byteLength })
      pixels.data.set(bytes)
      const { left, top } = this.#place(this.#drawn)
      this.#context.putImageData(pixels, left, top)
    }
    this.#kept = tiles
    return true
  }

  /** Returns the grid as a JPEG. Tiles after the last frame show that frame. */
  async picture(): Promise<Blob> {
    const { width, height } = this.#tile
    for (let last = this.#drawn - 1; last >= 0 && this.#drawn < this.tiles; this.#drawn++) {
      const [from, to] = [this.#place(last), this.#place(this.#drawn)]
      this.#context.drawImage(
        this.#canvas,
        from.left,
        from.top,
        width,
        height,
        to.left,
        to.top,
        width,
        height,
      )
    }
    return this.#canvas.convertToBlob({ type: 'image/jpeg', quality: jpegQuality })
  }

  #place(tile: number): { left: number; top: number } {
    return {
      left: (tile % storyboardColumns) * this.#tile.width,
      top: Math.floor(tile / storyboardColumns) * this.#tile.height,
    }
  }
}
