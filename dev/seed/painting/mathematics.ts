import { clamp, hash, mix, type Scene, smoothstep } from './paint.ts'

const { cos, exp, hypot, sin } = Math

/** A Julia set whose constant walks along the edge of the Mandelbrot set. */
export const julia: Scene = {
  width: 960,
  height: 540,
  palettes: [
    ['#06040f', '#1f0f45', '#5a2396', '#c0459a', '#ff9a7a', '#fff0cf'],
    ['#050518', '#141a58', '#3343b0', '#7a86ea', '#e9b6dc', '#fff3ea'],
    ['#040712', '#0a2348', '#15648a', '#33b3a8', '#c3f0b8', '#fff6da'],
  ],
  at: (seconds, progress) => {
    const angle = mix(2.5, 2.78, progress)
    const real = 0.7885 * cos(angle)
    const imaginary = 0.7885 * sin(angle)
    const reach = mix(0.92, 0.7, progress)
    const tilt = 0.35 + seconds * 0.02
    return (x, y) => {
      let a = (x * cos(tilt) - y * sin(tilt)) * reach
      let b = (x * sin(tilt) + y * cos(tilt)) * reach
      let trap = 4
      let step = 0
      for (; step < 90 && a * a + b * b < 64; step++) {
        const next = a * a - b * b + real
        b = 2 * a * b + imaginary
        a = next
        trap = Math.min(trap, Math.abs(a * a + b * b - 0.12))
      }
      if (step === 90) return 0.1 + 0.5 * Math.sqrt(trap)
      const smooth = step + 1 - Math.log2(Math.log(a * a + b * b) / 2 / Math.log(8))
      return clamp(1 - exp(-smooth * 0.034)) ** 1.25
    }
  },
}

/** A slow fall towards a spiral on the edge of the Mandelbrot set, lit by the distance to it. */
export const mandelbrot: Scene = {
  width: 800,
  height: 450,
  palettes: [
    ['#07040f', '#240d40', '#6a2088', '#d8477f', '#ffa35c', '#fff0c8'],
    ['#080410', '#3a0f38', '#98274f', '#f0703f', '#ffc766', '#fff6da'],
    ['#040912', '#08294a', '#0f6f86', '#3fc0a2', '#ffcf86', '#fff6e0'],
  ],
  at: (seconds, progress) => {
    const reach = 0.016 * (0.0014 / 0.016) ** progress
    const turn = seconds * 0.03
    return (x, y) => {
      const real = -0.743643 + (x * cos(turn) - y * sin(turn)) * reach
      const imaginary = 0.131826 + (x * sin(turn) + y * cos(turn)) * reach
      let a = 0
      let b = 0
      let slopeA = 0
      let slopeB = 0
      let step = 0
      for (; step < 320 && a * a + b * b < 400; step++) {
        const nextSlope = 2 * (a * slopeA - b * slopeB) + 1
        slopeB = 2 * (a * slopeB + b * slopeA)
        slopeA = nextSlope
        const next = a * a - b * b + real
        b = 2 * a * b + imaginary
        a = next
      }
      if (step === 320) return 0.02
      const size = hypot(a, b)
      const distance = (size * Math.log(size)) / hypot(slopeA, slopeB) / reach
      const bands = 0.5 + 0.5 * sin((step - Math.log2(Math.log(size))) * 0.09 - seconds * 0.3)
      const edge = exp(-(Math.max(distance, 0.004) ** 0.5) * 5.5)
      return 0.05 + 0.27 * bands * (1 - edge) + 0.8 * edge
    }
  },
}

const CELLS = 160

/** The rows of an elementary cellular automaton, from one fixed random row; the row closes to a ring. */
function automatonRows(rule: number, count: number): Uint8Array[] {
  const rows = [Uint8Array.from({ length: CELLS }, (_, cell) => (hash(cell, 77) > 0.5 ? 1 : 0))]
  while (rows.length < count) {
    const last = rows[rows.length - 1] ?? new Uint8Array(CELLS)
    const at = (cell: number) => last[(cell + CELLS) % CELLS] ?? 0
    rows.push(last.map((_, cell) => (rule >> (4 * at(cell - 1) + 2 * at(cell) + at(cell + 1))) & 1))
  }
  return rows
}

const woven = automatonRows(110, 400)

/** Rule 110 scrolls by like cloth from a loom. */
export const loom: Scene = {
  width: 960,
  height: 540,
  palettes: [
    ['#060610', '#131a42', '#1d5f86', '#39bfa8', '#ffd78f', '#fff6df'],
    ['#07061a', '#1b1650', '#4a3aa8', '#9a6fe0', '#ffb0b0', '#fff4e0'],
    ['#08050f', '#2a1048', '#7a2a86', '#e0567a', '#ffb066', '#fff2d0'],
  ],
  at: (seconds) => (x, y) => {
    const along = (x / (16 / 9) + 1) * (CELLS / 2)
    const down = (1 - y) * 45 + 120 + seconds * 6
    const alive = woven[Math.floor(down)]?.[Math.floor(along)] ?? 0
    const light = 0.5 + 0.5 * sin(x * 1.5 + sin(y * 1.7 + seconds * 0.3) * 1.2 - seconds * 0.5)
    const dot = smoothstep(0.56, 0.36, hypot((along % 1) - 0.5, (down % 1) - 0.5))
    return 0.05 + 0.1 * light + dot * (alive ? 0.2 + 0.6 * light ** 1.5 : 0.015)
  },
}
