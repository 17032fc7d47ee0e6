import { clamp, hash, mix, type Scene, smoothstep } from './paint.ts'

const { cos, exp, hypot, PI, sin } = Math

/** Folds of cloth made of light, slow enough to leave on. */
export const silk: Scene = {
  width: 480,
  height: 270,
  palettes: [
    ['#0a0616', '#241043', '#5a2394', '#b9479c', '#ffb0a8'],
    ['#0d0613', '#3d0f3c', '#9c2358', '#f0625f', '#ffd19a'],
    ['#0c0710', '#3a1a1c', '#93462a', '#eb9a42', '#fff0c4'],
    ['#040b12', '#07303c', '#0d6d70', '#38bfa0', '#d8f7d0'],
    ['#060714', '#121d52', '#2f4cad', '#8a83e6', '#f3d2f0'],
  ],
  at: (seconds) => {
    const drift = seconds * 0.16
    return (x, y) => {
      let u = x * 1.15
      let v = y * 1.15
      for (let fold = 1; fold < 5; fold++) {
        u += (0.72 / fold) * sin(fold * 1.5 * v + drift + fold * 1.3)
        v += (0.72 / fold) * cos(fold * 1.35 * u - drift * 0.8 + fold * 2.1)
      }
      const fold = 0.5 + 0.5 * sin(u * 1.4 + v * 1.1)
      return 0.04 + 0.86 * fold ** 1.7 * (0.6 + 0.4 * sin(u - v * 0.6))
    }
  },
}

/** Rings from five places cross each other. */
export const ripples: Scene = {
  width: 512,
  height: 288,
  palettes: [
    ['#03080f', '#06263a', '#0b5c70', '#2bb3ac', '#c9fbe3'],
    ['#060714', '#10215a', '#2a55a8', '#5cb0d6', '#eafcf4'],
  ],
  at: (seconds) => (x, y) => {
    let height = 0
    for (let source = 0; source < 5; source++) {
      const sourceX = 1.5 * sin(source * 2.4 + seconds * 0.05)
      const sourceY = 0.9 * cos(source * 1.7 - seconds * 0.04)
      const distance = hypot(x - sourceX, (y - sourceY) * 1.5)
      height += sin(distance * 13 - seconds * 2.2 + source) * exp(-distance * 0.75)
    }
    const crest = clamp(0.5 + 0.36 * height)
    return 0.05 + 0.9 * crest ** 2.4
  },
}

/** Warm lights drift, meet and part. */
export const lanterns: Scene = {
  width: 640,
  height: 360,
  palettes: [
    ['#0b0514', '#35103c', '#8f1f52', '#f0555f', '#ffa95a', '#fff0c9'],
    ['#08060f', '#1f1249', '#5b2aa0', '#c0489f', '#ff8f86', '#ffe6d0'],
  ],
  at: (seconds) => {
    const lights = Array.from({ length: 9 }, (_, light) => ({
      x: -1.5 + light * 0.375 + 0.16 * sin(seconds * 0.31 + light * 2.3),
      y: 0.82 * sin(seconds * (0.2 + 0.04 * (light % 4)) + light * 1.9),
      size: 0.036 + 0.03 * hash(light, 4),
    }))
    return (x, y) => {
      let heat = 0.12 * (1 + y * y * y * y)
      for (const light of lights) heat += light.size / ((x - light.x) ** 2 + (y - light.y) ** 2 + 0.004)
      const inside = smoothstep(0.93, 1.02, heat)
      const around = 0.06 + 0.26 * Math.min(heat, 1) ** 2.4
      return mix(around, 0.3 + 0.1 * y + 0.58 * exp(-(heat - 1) * 1.1), inside)
    }
  },
}

/** A window of folded glass turns around its middle. */
export const roseWindow: Scene = {
  width: 640,
  height: 360,
  palettes: [
    ['#07040f', '#2a0d3e', '#86205f', '#ea5a6f', '#ffb866', '#fff1cf'],
    ['#07041a', '#1f1155', '#5a2fb0', '#a85fe0', '#ffa8c8', '#fff1e6'],
    ['#050611', '#0d1d45', '#1a5c86', '#35b0a6', '#f0b86a', '#fff3d6'],
  ],
  at: (seconds) => {
    const sector = PI / 6
    return (x, y) => {
      const radius = hypot(x, y)
      const turned = Math.atan2(y, x) + seconds * 0.05
      const folded = Math.abs(((((turned % (2 * sector)) + 2 * sector) % (2 * sector)) - sector) / sector)
      let u = radius * cos(folded * sector) * 2.6 - seconds * 0.09
      let v = radius * sin(folded * sector) * 2.6
      for (let fold = 1; fold < 4; fold++) {
        u += (0.5 / fold) * sin(fold * 2.1 * v + seconds * 0.14 + fold)
        v += (0.5 / fold) * cos(fold * 1.8 * u - seconds * 0.1)
      }
      const glass = 0.5 + 0.5 * sin(u * 3.1) * cos(v * 2.7)
      const lead = smoothstep(0.02, 0.1, Math.abs(sin(u * 1.55) * sin(v * 1.6)))
      return (0.08 + 0.9 * glass ** 1.5) * (0.35 + 0.65 * lead) * exp(-radius * 0.28)
    }
  },
}
