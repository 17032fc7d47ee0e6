import { encodeQR } from 'qr'
import { useMemo } from 'react'

/** Modules of margin around a code; readers need four. */
const quiet = 4

/** Drawn here, since an image service would learn its content, such as who pays whom. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const rows = encodeQR(text, 'raw', { ecc: 'medium', border: quiet })
    return { size: rows.length, path: rows.map(drawRow).join('') }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-full max-w-56 justify-self-center rounded-card bg-white"
    >
      <path d={path} className="fill-black" />
    </svg>
  )
}

/** Returns one rectangle for each run of dark modules. */
function drawRow(row: readonly boolean[], y: number): string {
  const runs: string[] = []
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue
    const start = x
    while (row[x + 1]) x += 1
    runs.push(`M${start} ${y}h${x - start + 1}v1h-${x - start + 1}z`)
  }
  return runs.join('')
}
