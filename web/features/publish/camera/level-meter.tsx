import { Mic, MicOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

/** About -60 dB; only a dead or muted microphone stays below it. */
const silence = 0.001
/** Milliseconds of silence before a warning. */
const silentAfter = 3000
/** Decibels that the bar spans, up to full scale. */
const span = 60

/** Shows the microphone's level, so that a muted one is noticed before recording. */
export function LevelMeter({ stream }: { stream: MediaStream }) {
  const bar = useRef<HTMLDivElement>(null)
  const [silent, setSilent] = useState(false)

  useEffect(() => {
    if (stream.getAudioTracks().length === 0) return setSilent(true)
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    context.createMediaStreamSource(stream).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    let heardAt = performance.now()
    let frame = requestAnimationFrame(function draw(now) {
      analyser.getFloatTimeDomainData(samples)
      const level = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
      if (level > silence) heardAt = now
      setSilent(now - heardAt > silentAfter)
      const share = Math.min(1, Math.max(0, 1 + (20 * Math.log10(level + 1e-6)) / span))
      // Bypasses React, since it changes with every frame.
      if (bar.current) {
        bar.current.style.transform = `scaleX(${share})`
        bar.current.parentElement?.setAttribute('aria-valuenow', String(Math.round(share * 100)))
      }
      frame = requestAnimationFrame(draw)
    })
    return () => {
      cancelAnimationFrame(frame)
      void context.close()
    }
  }, [stream])

  const Icon = silent ? MicOff : Mic
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center gap-3">
        <Icon aria-hidden="true" className="size-4 shrink-0 text-dim" />
        {/* biome-ignore lint/a11y/useSemanticElements: browsers render <meter> differently */}
        <div
          role="meter"
          aria-label="Microphone level"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={0}
          className="h-1.5 grow overflow-hidden rounded-full bg-surface-3"
        >
          <div
            ref={bar}
            className="h-full origin-left rounded-full bg-success"
            style={{ transform: 'scaleX(0)' }}
          />
        </div>
      </div>
      <p aria-live="polite" className="min-h-5 text-meta text-warning">
        {silent ? "We can't hear anything from the microphone." : null}
      </p>
    </div>
  )
}
