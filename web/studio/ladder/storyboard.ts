import type { VideoSample } from 'mediabunny'
import {
  storyboardColumns,
  storyboardRows,
  storyboardSecond,
  storyboardTile,
} from '#contract/values/videos/media'
import type { Size } from '../source/encoded-size'

const jpegQuality = 0.7

/** The thumbnails of a seek bar in one image: a full grid of tiles, drawn in order. */
export class Storyboard {
  readonly #tile: Size
  readonly #duration: number
  readonly #rows: number
  readonly #canvas: OffscreenCanvas
  readonly #context: OffscreenCanvasRenderingContext2D
  #drawn = 0

  /** Size of the video as it is shown; duration in seconds. */
  constructor(shown: Size, duration: number) {
    this.#tile = storyboardTile(shown.width, shown.height)
    this.#duration = duration
    this.#rows = storyboardRows(duration)
    this.#canvas = new OffscreenCanvas(this.#tile.width * storyboardColumns, this.#tile.height * this.#rows)
    const context = this.#canvas.getContext('2d')
    if (!context) throw new TypeError('This browser has no canvas for a worker.')
    this.#context = context
  }

  get tiles(): number {
    return this.#rows * storyboardColumns
  }

  /** Seconds between two tiles. */
  get interval(): number {
    return this.#duration / this.tiles
  }

  /** Returns the seconds that the tiles show. */
  seconds(): number[] {
    return Array.from({ length: this.tiles }, (_, tile) => storyboardSecond(tile, this.#rows, this.#duration))
  }

  /** Draws the next tile. */
  draw(sample: VideoSample): void {
    const { left, top } = this.#place(this.#drawn)
    sample.draw(this.#context, left, top, this.#tile.width, this.#tile.height)
    this.#drawn++
  }

  /** Draws the tile before once more, where there is one. */
  repeat(): void {
    const { width, height } = this.#tile
    const [from, to] = [this.#place(Math.max(0, this.#drawn - 1)), this.#place(this.#drawn)]
    this.#context.drawImage(this.#canvas, from.left, from.top, width, height, to.left, to.top, width, height)
    this.#drawn++
  }

  /** Returns the grid as a JPEG. */
  async picture(): Promise<Blob> {
    return this.#canvas.convertToBlob({ type: 'image/jpeg', quality: jpegQuality })
  }

  #place(tile: number): { left: number; top: number } {
    return {
      left: (tile % storyboardColumns) * this.#tile.width,
      top: Math.floor(tile / storyboardColumns) * this.#tile.height,
    }
  }
}
