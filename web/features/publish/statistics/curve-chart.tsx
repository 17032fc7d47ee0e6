import { formatDuration } from '#contract/values/shared/duration'
import { smallestGroup } from '#contract/values/videos/statistics'
import { ChartCard } from '#web/ui/charts/chart-card.tsx'

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 })

/** Shows how far people watch: the share of views that saw each part of the video. */
export function CurveChart({ curve, duration }: { curve: number[] | null; duration: number }) {
  const parts = curve ?? []
  const at = (index: number) => formatDuration((duration * index) / parts.length)
  const seen = parts.reduce((sum, share) => sum + share, 0) / Math.max(1, parts.length)
  return (
    <ChartCard
      title="How far people watch"
      headline={curve ? `${percent.format(seen)} on average` : 'Not enough views yet'}
      summary={
        curve
          ? `How far people watch: ${percent.format(seen)} of the video on average, ${percent.format(parts.at(-1) ?? 0)} see its end.`
          : 'How far people watch: not enough views yet.'
      }
      bars={parts.map((value, index) => ({
        id: String(index),
        name: `${at(index)} to ${at(index + 1)}`,
        tick: at(index),
        value,
      }))}
      format={(share) => percent.format(share)}
      top={1}
      nameTitle="From"
      note={`From a sample of views, once there are ${smallestGroup}. A new video file starts a new curve.`}
    />
  )
}
