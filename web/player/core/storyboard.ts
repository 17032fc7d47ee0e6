import { clamp } from './time'

/** An image with a full grid of tiles, each from the middle of its stretch of the video. */
export interface Storyboard {
  url: string
  columns: number
  rows: number
  tileWidth: number
  tileHeight: number
  /** Seconds between two tiles. */
  interval: number
}

/** Returns the tile of the grid for a second. */
export function tileAt(storyboard: Storyboard, second: number): { column: number; row: number } {
  const { columns, rows, interval } = storyboard
  const index = clamp(Math.floor(second / interval), 0, columns * rows - 1)
  return { column: index % columns, row: Math.floor(index / columns) }
}
