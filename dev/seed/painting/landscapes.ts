import { fractalNoise, hash, mix, noise, type Scene, smoothstep } from './paint.ts'

const { exp, hypot, sin } = Math

/** The sun goes down behind the sea. */
export const horizon: Scene = {
  width: 640,
  height: 360,
  palettes: [
    ['#0c0616', '#34103f', '#86204f', '#e2545a', '#ffa352', '#ffe6b5'],
    ['#0a0618', '#270f45', '#6d1d63', '#d2456f', '#ff8a5c', '#ffdca8'],
    ['#060512', '#140c33', '#3a1a68', '#823084', '#e0607f', '#ffc493'],
  ],
  at: (seconds, progress) => {
    const level = -0.22
    const sunX = 0.45
    const sunY = mix(0.34, -0.2, progress)
    return (x, y) => {
      if (y > level) {
        const distance = hypot(x - sunX, y - sunY)
        const streaks = fractalNoise(x * 1.1 + seconds * 0.03, y * 6.5) - 0.5
        const sky = 0.1 + 0.42 * exp(-(y - level) * 1.5) + 0.4 * exp(-distance * 2)
        const disc = smoothstep(0.235, 0.22, distance) * (0.94 + 0.06 * (sunY - y))
        return Math.max(sky + streaks * 0.34 * smoothstep(level, level + 0.5, y), disc)
      }
      const depth = level - y
      const far = 1 / (depth + 0.06)
      const swell =
        sin(far * 9 + seconds * 1.1 + sin(x * far * 0.7 + seconds * 0.4) * 1.6) +
        sin(far * 5 - seconds * 0.7 + x * far * 1.3) * 0.7
      const lane = exp(-((x - sunX) ** 2) / (0.018 + depth * 0.16))
      return 0.07 + 0.26 * exp(-depth * 3.2) + 0.05 * swell * exp(-depth) + lane * (0.26 + 0.2 * swell)
    }
  },
}

/** Curtains of northern light over two ridges. */
export const aurora: Scene = {
  width: 640,
  height: 360,
  palettes: [
    ['#05060f', '#0b1b36', '#0f5a63', '#25b593', '#b6f7cf'],
    ['#06050f', '#131a43', '#1d5a86', '#3fb8b4', '#d3f5d9'],
    ['#07040f', '#1f1145', '#5a2a94', '#c256b4', '#ffd0d8'],
  ],
  at: (seconds) => (x, y) => {
    const near = -0.86 + 0.42 * fractalNoise(x * 0.9 + 7, 3)
    if (y < near) return 0.01
    const far = -0.62 + 0.4 * fractalNoise(x * 0.7 + 31, 9)
    let glow = 0
    for (let layer = 0; layer < 3; layer++) {
      const drift = seconds * (0.1 + layer * 0.03)
      const foot =
        -0.12 +
        layer * 0.2 +
        0.22 * sin(x * (1.1 + layer * 0.35) + drift * 2.1 + layer * 2.4) +
        0.1 * sin(x * 2.9 - drift * 3 + layer)
      const above = y - foot
      const rays =
        0.35 + 0.65 * noise(x * (5 + layer * 2) + sin(y + drift) * 0.8 + drift * 3, drift * 4 + layer * 17)
      glow += (above > 0 ? exp(-above * 2.3) : exp(above * 13)) * rays * (0.62 - layer * 0.14)
    }
    if (y < far) return 0.1 + 0.1 * smoothstep(far - 0.5, far, y) + glow * 0.06
    const star = hash(Math.round(x * 180), Math.round(y * 180))
    const stars = star > 0.9985 ? 0.5 + 0.4 * hash(Math.round(x * 180), 5) : 0
    return Math.max(0.1 + 0.1 * (1 - y) * 0.5 + glow * 0.85, stars)
  },
}

/** Ridges in mist move past under a moon. */
export const ridges: Scene = {
  width: 800,
  height: 450,
  palettes: [
    ['#0a0515', '#2c0f3a', '#7b2455', '#d65a68', '#ffab73', '#ffeccd'],
    ['#070617', '#1a1043', '#47267d', '#9a4596', '#ec8a9a', '#ffe7d8'],
    ['#040813', '#0a1a38', '#174a6e', '#2f8c9c', '#8fd6c4', '#f1fbe4'],
  ],
  at: (seconds, progress) => {
    const moonX = mix(-0.75, -0.45, progress)
    const moonY = mix(0.3, 0.52, progress)
    return (x, y) => {
      for (let layer = 5; layer >= 0; layer--) {
        const along = x * (0.5 + layer * 0.16) + layer * 13 + seconds * (0.012 + layer * layer * 0.007)
        const crest = 0.12 - layer * 0.2 + 0.5 * (fractalNoise(along, layer * 5) - 0.5)
        if (y < crest) {
          const body = 0.56 - layer * 0.105
          return (
            body +
            0.13 * (1 - exp(-(crest - y) * 3)) * (1 - layer / 6) +
            0.02 * smoothstep(0.02, 0, crest - y)
          )
        }
      }
      const distance = hypot(x - moonX, y - moonY)
      const sky = 0.62 - 0.42 * smoothstep(-0.2, 1.2, y) + 0.2 * exp(-distance * 3.2)
      return Math.max(sky, smoothstep(0.155, 0.145, distance) * 0.98)
    }
  },
}
