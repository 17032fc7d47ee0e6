import { clamp } from './time'

/** One picture with a full grid of small ones, each from the middle of its stretch of the video. */
export interface Storyboard {
  url: string
  columns: number
  rows: number
  tileWidth: number
  tileHeight: number
  /** Seconds between two tiles. */
  interval: number
}

/** Where the tile for a second lies in the grid. */
export function tileAt(storyboard: Storyboard, second: number): { column: number; row: number } {
  const { columns, rows, interval } = storyboard
  const index = clamp(Math.floor(second / interval), 0, columns * rows - 1)
  return { column: index % columns, row: Math.floor(index / columns) }
}
