import type { FieldData } from '#contract/schemas/site/field-data'
import { fieldLimits, type TimeMetric } from '#contract/values/site/field-data'
import { Badge } from '#web/ui/badge.tsx'

export const figureNames: Record<TimeMetric, { long: string; short: string }> = {
  lcp: { long: 'Main content visible (LCP)', short: 'LCP' },
  inp: { long: 'Response to input (INP)', short: 'INP' },
  cls: { long: 'Layout shift (CLS)', short: 'CLS' },
  firstFrame: { long: 'First frame of a video', short: 'First frame' },
}

const marks = {
  good: { tone: 'success', label: 'Good' },
  fair: { tone: 'warning', label: 'Needs work' },
  poor: { tone: 'danger', label: 'Poor' },
} as const

interface FieldFigureProps {
  metric: TimeMetric
  figure: FieldData[TimeMetric]
}

/** Shows a figure and how good it is; a dash where nothing was measured. */
export function FieldFigure({ metric, figure }: FieldFigureProps) {
  if (!figure) return <span className="text-faint">–</span>
  const { tone, label } = marks[markOf(metric, figure.p75)]
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 tabular-nums">
      <span className="whitespace-nowrap">{formatFigure(metric, figure.p75)}</span>
      <Badge tone={tone}>{label}</Badge>
    </span>
  )
}

function markOf(metric: TimeMetric, value: number): keyof typeof marks {
  const [good, poor] = fieldLimits[metric]
  if (value <= good) return 'good'
  return value <= poor ? 'fair' : 'poor'
}

function formatFigure(metric: TimeMetric, value: number): string {
  if (metric === 'cls') return value.toFixed(2)
  return value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`
}
