/** Light at a point, 0 (black) to 1. x runs from -16/9 to 16/9, y from -1 (bottom) to 1. */
export type Field = (x: number, y: number) => number

export type Scene = {
  /** Size of the painting; ffmpeg scales it up, so soft scenes are painted small. */
  width: number
  height: number
  /** Colours from dark to light, as #rrggbb; over the length of the clip one palette turns into the next. */
  palettes: string[][]
  /** `progress` runs from 0 to 1 over the clip. */
  at: (seconds: number, progress: number) => Field
}

const SHADES = 4096

function toRgb(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) * 257)
}

function shade(palette: string[], light: number): number[] {
  const position = light * (palette.length - 1)
  const stop = Math.min(Math.floor(position), palette.length - 2)
  const from = toRgb(palette[stop] ?? '#000000')
  const to = toRgb(palette[stop + 1] ?? '#000000')
  return from.map((channel, index) => mix(channel, to[index] ?? channel, position - stop))
}

/** The table from light to 16-bit RGB for one moment of the clip. */
function shadesAt(palettes: string[][], progress: number): Uint16Array {
  const position = progress * (palettes.length - 1)
  const index = Math.min(Math.floor(position), Math.max(0, palettes.length - 2))
  const from = palettes[index] ?? []
  const to = palettes[index + 1] ?? from
  const table = new Uint16Array(SHADES * 3)
  for (let entry = 0; entry < SHADES; entry++) {
    const light = entry / (SHADES - 1)
    const early = shade(from, light)
    const late = shade(to, light)
    for (let channel = 0; channel < 3; channel++) {
      table[entry * 3 + channel] = mix(early[channel] ?? 0, late[channel] ?? 0, position - index)
    }
  }
  return table
}

/** One frame in ffmpeg's rgb48le. Sixteen bits, because dark gradients band in eight. */
export function paintFrame(scene: Scene, seconds: number, duration: number): Uint16Array {
  const { width, height } = scene
  const frame = new Uint16Array(width * height * 3)
  const shades = shadesAt(scene.palettes, seconds / duration)
  const field = scene.at(seconds, seconds / duration)
  const aspect = width / height
  for (let row = 0; row < height; row++) {
    const y = 1 - (2 * (row + 0.5)) / height
    for (let column = 0; column < width; column++) {
      const x = ((2 * (column + 0.5)) / width - 1) * aspect
      const light = field(x, y) * (1 - 0.09 * (x * x + y * y))
      const entry = Math.round(clamp(light) * (SHADES - 1)) * 3
      const pixel = (row * width + column) * 3
      frame[pixel] = shades[entry] ?? 0
      frame[pixel + 1] = shades[entry + 1] ?? 0
      frame[pixel + 2] = shades[entry + 2] ?? 0
    }
  }
  return frame
}

export function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share
}

export function clamp(value: number): number {
  return Math.min(Math.max(value, 0), 1)
}

export function smoothstep(low: number, high: number, value: number): number {
  const share = clamp((value - low) / (high - low))
  return share * share * (3 - 2 * share)
}

/** A fixed pseudo-random number from 0 to 1 for each pair of whole numbers. */
export function hash(x: number, y: number): number {
  let bits = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1)
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d)
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39)
  return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32
}

/** Smooth noise, 0 to 1. */
export function noise(x: number, y: number): number {
  const column = Math.floor(x)
  const row = Math.floor(y)
  const across = smoothstep(0, 1, x - column)
  const up = smoothstep(0, 1, y - row)
  const lower = mix(hash(column, row), hash(column + 1, row), across)
  const upper = mix(hash(column, row + 1), hash(column + 1, row + 1), across)
  return mix(lower, upper, up)
}

/** Four octaves of noise, 0 to 1: clouds, ridges. */
export function fractalNoise(x: number, y: number): number {
  return (8 * noise(x, y) + 4 * noise(x * 2, y * 2) + 2 * noise(x * 4, y * 4) + noise(x * 8, y * 8)) / 15
}
